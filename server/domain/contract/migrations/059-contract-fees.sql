-- What a contract agrees on late fees (docs/decisions/050-meters-late-fees-plans.md): a rate, days of grace and a cap where it says them itself, none of them otherwise.
create function fee_terms_hold(way smallint, rate numeric, grace integer, cap integer) returns boolean language sql immutable as $$
  select case coalesce(way, 1) when 2 then coalesce(rate > 0 and rate <= 100 and grace between 0 and 60 and cap between 1 and 100, false)
    else rate is null and grace is null and cap is null end
$$;
alter table contract add constraint contract_fee_terms check (fee_terms_hold(fee_way, fee_rate, fee_grace, fee_cap));
alter table contract_fee add constraint contract_fee_terms check (fee_terms_hold(fee_way, fee_rate, fee_grace, fee_cap));
