-- What attachments the record had as it was submitted: as with its pictures (002-pictures).
alter table audit add column record_files integer[] not null default '{}';
create index audit_record_files_named on audit using gin (record_files) with (fastupdate = off) where record_files <> '{}';
