-- Rent of some days that a contract has been billed for already: to bring it as what was owed before would ask for it twice.
create function opening_billed(room integer, tenant integer, payer integer, first date, last date) returns text language sql stable as $$
  select b.sn from bill b
  where b.org_id = room and b."from" = 1 and b.is_void = 0 and b.opening_id is null and b.start_date <= last and b.end_date >= first
    and (b.custom_id = tenant or exists (select from bill_share s where s.bill_id = b.bill_id and s.company_id = payer))
  order by b.start_date, b.bill_id limit 1
$$;
create function opening_item_billed() returns trigger language plpgsql as $$
begin
  if opening_billed(new.org_id, new.custom_id, new.company_id, new.start_date, new.end_date) is not null then
    raise exception '这几天的房租账单已经有了' using constraint = 'opening_item_billed', errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger opening_item_billed before insert on opening_item for each row when (new.kind = 1) execute function opening_item_billed();
