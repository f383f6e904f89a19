-- One default a holder, also where two holders turned out to be one (`merges`): the default of the one that stays goes on.
create or replace function signature_default() returns trigger language plpgsql as $$
begin
  if new.retired = 1 then
    new.is_default := 0;
  elsif tg_op = 'INSERT' and new.is_default = 0 and not exists (
    select from signature s where s.is_default = 1 and (s.company_id = new.company_id or s.custom_id = new.custom_id)
  ) then
    new.is_default := 1;
  elsif tg_op = 'UPDATE' and (new.company_id, new.custom_id) is distinct from (old.company_id, old.custom_id) then
    if new.is_default = 1 and exists (
      select from signature s where s.is_default = 1 and s.signature_id <> new.signature_id and (s.company_id = new.company_id or s.custom_id = new.custom_id)
    ) then
      new.is_default := 0;
    end if;
  elsif tg_op = 'UPDATE' and new.is_default = 1 and old.is_default = 0 then
    update signature s set is_default = 0, version = s.version + 1, updated_at = epoch_now()
    where s.signature_id <> new.signature_id and s.is_default = 1 and (s.company_id = new.company_id or s.custom_id = new.custom_id);
  end if;
  return new;
end
$$;
create or replace trigger signature_default before insert or update of is_default, retired, company_id, custom_id on signature
  for each row execute function signature_default();
