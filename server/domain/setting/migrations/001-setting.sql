-- Every version of every declared setting; the highest is in force, and where there is none the declaration's defaults are.
create table setting_version (
  setting text not null,
  version integer not null check (version > 0),
  -- By field. Keys are encrypted (server/domain/setting/secrets.ts).
  content jsonb not null,
  -- The version that was put back by this one; 0 is the defaults.
  restored integer check (restored >= 0 and restored < version),
  created_by integer not null references account,
  created_at bigint not null default epoch_now(),
  primary key (setting, version)
);

-- Who changed what must stay readable (domain.md, Rules of the trade: rules have versions).
create function setting_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception '设置的版本只能追加' using constraint = 'setting_append_only';
end
$$;
create trigger setting_append_only before update or delete on setting_version for each row execute function setting_is_append_only();
create trigger setting_no_truncate before truncate on setting_version for each statement execute function setting_is_append_only();

-- Every node tells the browsers on its line (server/http/eventRoutes.ts).
create function setting_tells() returns trigger language plpgsql as $$
begin
  perform pg_notify('anju_setting', new.setting);
  return null;
end
$$;
create trigger setting_tells after insert on setting_version for each row execute function setting_tells();
