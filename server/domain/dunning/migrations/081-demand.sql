-- A letter says what was owed when it was written: nothing of it changes but whose record the debtor's is.
alter table demand add constraint demand_amounts check (owed > 0 and days_late > 0 and cardinality(bill_ids) > 0);
create function demand_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (new.number, new.day, new.custom_name, new.bill_ids, new.owed, new.days_late)
    is distinct from (old.number, old.day, old.custom_name, old.bill_ids, old.owed, old.days_late) then
    raise exception '催缴函不能修改或删除' using constraint = 'demand_stays', errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger demand_stays before update or delete on demand for each row execute function demand_stays();
