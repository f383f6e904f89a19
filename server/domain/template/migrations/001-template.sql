alter table template_version add column content text not null;
alter table template_version add constraint template_version_no unique (template_id, no);

create function template_version_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception '模板版本只能追加' using constraint = 'template_version_append_only';
end
$$;
create trigger template_version_append_only before update or delete or truncate on template_version
  for each statement execute function template_version_is_append_only();

alter table template add constraint template_default_in_use check (retired = 0 or is_default = 0);
create unique index template_default on template (kind) where is_default = 1;

-- One default a kind: the first there is, then whichever is made it. A retired one is none.
create function template_default() returns trigger language plpgsql as $$
begin
  if new.retired = 1 then
    new.is_default := 0;
  elsif tg_op = 'INSERT' and not exists (select from template t where t.is_default = 1 and t.kind = new.kind) then
    new.is_default := 1;
  elsif tg_op = 'UPDATE' and new.is_default = 1 and old.is_default = 0 then
    update template t set is_default = 0, version = t.version + 1, updated_at = epoch_now()
    where t.template_id <> new.template_id and t.is_default = 1 and t.kind = new.kind;
  end if;
  return new;
end
$$;
create trigger template_default before insert or update of is_default, retired on template for each row execute function template_default();
