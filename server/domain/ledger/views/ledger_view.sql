-- The rent of a calendar month of each bill, by its lines (domain.md, rent ledger): receivable = reduced + received + written off + not paid yet; nothing of it is
-- stored. What was paid of a bill goes to its months from the first to the last. What a page does not show is not reckoned: both sums are left out where nobody reads them.
create view ledger_view as
select
  l.line_id as ledger_id,
  l.month,
  l.p_id,
  l.bill_id,
  b.org_id,
  b.custom_name,
  b.contract_id,
  l.start_date,
  m.end_date,
  b.bill_date,
  (case when x.received >= m.due then 3 when b.bill_date < current_date then 2 else 1 end)::smallint as state,
  m.receivable,
  m.reduced,
  x.received,
  m.bad,
  case when b.bill_date < current_date then m.due - x.received else 0 end as arrears,
  case when m.due + m.bad <= 0 then 100 else (x.received * 100 / (m.due + m.bad))::integer end as rate,
  m.due,
  b.price as bill_price,
  b.paid as bill_paid,
  b.version
from bill_line l
join bill b on b.bill_id = l.bill_id
left join lateral (
  select max(o.end_date) as end_date, sum(o.price)::bigint as due, coalesce(sum(o.price) filter (where o.kind not in (3, 4, 5, 6)), 0)::bigint as receivable,
    -coalesce(sum(o.price) filter (where o.kind in (3, 6)), 0)::bigint as reduced, -coalesce(sum(o.price) filter (where o.kind in (4, 5)), 0)::bigint as bad
  -- As of a day that has passed (docs/decisions/034-as-of.md) an adjustment that came later is not there, so its lines are not.
  from bill_line o
  where o.bill_id = l.bill_id and o.month = l.month and (o.adjust_id is null or exists (select from bill_adjust a where a.adjust_id = o.adjust_id))
) m on true
left join lateral (
  select coalesce(sum(o.price), 0)::bigint as due
  from bill_line o
  where b.paid > 0 and b.paid < b.price and o.bill_id = l.bill_id and o.month < l.month
    and (o.adjust_id is null or exists (select from bill_adjust a where a.adjust_id = o.adjust_id))
) former on true
cross join lateral (
  select case when b.paid <= 0 then 0 when b.paid >= b.price then m.due else least(b.paid, former.due + m.due) - least(b.paid, former.due) end as received
) x
where l.heads = 1 and b.is_void = 0
