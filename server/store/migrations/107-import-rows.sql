-- SHA-256 of what the rows of a file say: saved anew, or in another order, they are the same rows. None of those that were sent before.
alter table import_batch add column rows_hash text;
-- The same rows do nothing twice, whichever of two gets there first.
create unique index import_batch_rows_once on import_batch (resource, rows_hash, scope) where state = 'done';
