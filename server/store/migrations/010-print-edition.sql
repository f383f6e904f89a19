-- Which text a paper was made from: where an admin has changed it since, the same record gets another.
alter table print add column edition text not null default '';
alter table print drop constraint print_name_record_id_version_key;
alter table print add unique (name, record_id, version, edition);

create or replace function print_is_kept() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or old.sha256 is not null and new.sha256 is distinct from old.sha256
    or (new.name, new.edition, new.record_id, new.version, new.number, new.content)
      is distinct from (old.name, old.edition, old.record_id, old.version, old.number, old.content) then
    raise exception '打印过的不能改，也不能删' using constraint = 'print_kept', errcode = 'check_violation';
  end if;
  return new;
end
$$;
