-- A household is what was judged: who is of it is entered, corrected and removed while the application may still be changed (submitted, or sent
-- back), by whatever way. The application is held meanwhile, so that nobody passes it at the same moment.
create function household_stays() returns trigger language plpgsql as $$
declare
  stands smallint;
begin
  select status into stands from qualification where apply_id = case tg_op when 'INSERT' then new.apply_id else old.apply_id end for share;
  if stands not in (1, 5) then
    raise exception 'the household of application % stays', coalesce(new.apply_id, old.apply_id) using constraint = 'household_stays';
  end if;
  if tg_op = 'UPDATE' and new.apply_id <> old.apply_id then
    raise exception 'a member stays of its application' using constraint = 'household_stays';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
-- Numbers that are sealed anew, by another key, change nothing of a household.
create trigger household_stays before insert or delete or update of apply_id, name, relation on member for each row execute function household_stays();
