-- What pictures the record had as it was submitted: they go along with the task (my_audit), and are no part of the list of all submissions.
alter table audit add column record_imgs integer[] not null default '{}';
create index audit_record_imgs_named on audit using gin (record_imgs) with (fastupdate = off) where record_imgs <> '{}';
