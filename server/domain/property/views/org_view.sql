-- A room's state is derived, never typed (domain.md, Property). Codes as in src/schemas/roomState.ts.
create view org_view as
select
  o.*,
  (case
    when o.status = 3 then 9
    when o.status = 2 then 8
    when c.status = 6 then 7
    when c.status = 3 then 3
    -- Overdue and not settled; bill_owed holds no other bills.
    when c.status = 4 and exists (
      select from bill b where b.contract_id = c.contract_id and b.paid < b.price and b.is_void = 0 and b.bill_date < current_date
    ) then 6
    when c.status = 4 and c.end_date - current_date <= 30 then 5
    when c.status = 4 then 4
    when exists (select from waiting w where w.org_id = o.org_id and w.status in (2, 3)) then 2
    else 1
  end)::smallint as state,
  c.contract_id as current_contract,
  c.custom_id as current_tenant,
  c.end_date as current_end
from org o
left join lateral (
  select contract_id, custom_id, status, end_date
  from contract
  where contract.org_id = o.org_id and contract.status in (3, 4, 6)
  -- One that has run out and was not closed still holds its room; the one in force, or the next, comes before it.
  order by contract.end_date < current_date, contract.start_date
  limit 1
) c on true
