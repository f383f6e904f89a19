-- What a contract agrees from a day on is only ever added to (docs/decisions/050-meters-late-fees-plans.md): bills were made and late fees reckoned by it.
create trigger contract_fee_append_only before update or delete on contract_fee for each row execute function flow_is_append_only();
create trigger contract_fee_no_truncate before truncate on contract_fee for each statement execute function flow_is_append_only();
create trigger contract_rent_append_only before update or delete on contract_rent for each row execute function flow_is_append_only();
create trigger contract_rent_no_truncate before truncate on contract_rent for each statement execute function flow_is_append_only();

-- A line of who bears what gives way to another of the same bearer, but never where rent has been paid for its days; the company alone changes, where two entries of one are merged.
create function contract_split_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (
    select 1 from contract c where c.contract_id = old.contract_id and c.collected_to >= old.from_date
    union all
    select 1 from bill b where b.contract_id = old.contract_id and b."from" = 1 and b.is_void = 0 and b.paid > 0 and b.end_date >= old.from_date
  ) then
    return old;
  end if;
  raise exception '承担约定不能修改；已收过房租的日子，约定也不能去掉' using constraint = 'contract_split_stays', errcode = 'check_violation';
end
$$;
create trigger contract_split_stays before update of split_id, contract_id, from_date, bearer, way, percent, sum, cap, reason, p_id or delete on contract_split
  for each row execute function contract_split_stays();
create trigger contract_split_no_truncate before truncate on contract_split for each statement execute function contract_split_stays();

-- A whole lease says them for its rooms, by the same rule.
alter table lease add constraint lease_fee_terms check (fee_terms_hold(fee_way, fee_rate, fee_grace, fee_cap));
