-- Whether rows that are there already are passed over, as whoever sent the file chose, and how many were.
alter table import_batch add column skips boolean not null default false;
alter table import_batch add column skipped integer not null default 0;
