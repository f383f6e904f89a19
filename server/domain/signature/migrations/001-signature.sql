alter table signature add constraint signature_holder check (
  (holder = 1 and company_id is not null and custom_id is null and kind is not null) or (holder = 2 and custom_id is not null and company_id is null and kind is null)
);
alter table signature alter column retired set not null;
alter table signature alter column is_default set not null;
alter table signature add constraint signature_retired check (retired = 0 or is_default = 0);
create unique index signature_default_company on signature (company_id) where is_default = 1;
create unique index signature_default_tenant on signature (custom_id) where is_default = 1;

-- One default a holder: the first there is, then whichever is made it. A retired one is none.
create function signature_default() returns trigger language plpgsql as $$
begin
  if new.retired = 1 then
    new.is_default := 0;
  elsif tg_op = 'INSERT' and new.is_default = 0 and not exists (
    select from signature s where s.is_default = 1 and (s.company_id = new.company_id or s.custom_id = new.custom_id)
  ) then
    new.is_default := 1;
  elsif tg_op = 'UPDATE' and new.is_default = 1 and old.is_default = 0 then
    update signature s set is_default = 0, version = s.version + 1, updated_at = epoch_now()
    where s.signature_id <> new.signature_id and s.is_default = 1 and (s.company_id = new.company_id or s.custom_id = new.custom_id);
  end if;
  return new;
end
$$;
create trigger signature_default before insert or update of is_default, retired on signature for each row execute function signature_default();
