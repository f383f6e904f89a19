-- What was one document is columns now, so that it can be found by them.
update error_log set
  type = detail ->> 'type',
  code = detail ->> 'code',
  mes = left(detail ->> 'mes', 2000),
  url = detail ->> 'url',
  detail = '{}'
where detail <> '{}';
-- Every declared key is an integer, and one wider comes out of an array as text.
alter table error_log alter column error_id type integer;
-- A node of the version before may still be writing it.
alter table error_log alter column detail set default '{}';
create index error_log_account on error_log (user_id, at);
create index error_log_at on error_log (at);
