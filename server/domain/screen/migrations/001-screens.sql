-- The declaration as its maker left it, right or wrong, and what each published version said. json, not jsonb: the order of fields is part of it.
alter table screen add column draft json not null default '{}';
alter table screen_version add column declaration json not null default '{}';
alter table screen_version add constraint screen_version_no unique (screen_id, no);

-- Counts the changes of what is declared at run time. Each node compares it with its own at every call, so that no call is answered by what was declared before.
create table declared_version (
  is_only boolean primary key default true check (is_only),
  at bigint not null
);
insert into declared_version (at) values (0);

create function screen_version_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception '页面版本只能追加' using constraint = 'screen_version_append_only';
end
$$;
create trigger screen_version_append_only before update or delete or truncate on screen_version
  for each statement execute function screen_version_is_append_only();
