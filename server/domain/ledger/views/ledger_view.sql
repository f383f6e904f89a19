-- Receivable = reduced + received + written off + not paid yet, a contract and rent period; nothing of it is stored (domain.md, rent ledger).
create view ledger_view as
select
  b.bill_id as ledger_id,
  to_char(b.start_date, 'YYYY-MM') as month,
  b.p_id,
  b.org_id,
  b.custom_name,
  b.contract_id,
  b.start_date,
  b.end_date,
  b.bill_date,
  (case when b.paid >= b.price then 3 when b.bill_date < current_date then 2 else 1 end)::smallint as state,
  b.price + x.reduced + x.bad as receivable,
  x.reduced,
  b.paid as received,
  x.bad,
  case when b.bill_date < current_date then b.price - b.paid else 0 end as arrears,
  case when b.price + x.bad = 0 then 100 else (b.paid * 100 / (b.price + x.bad))::integer end as rate,
  b.version
from bill b
-- A row from before there were any has none.
cross join lateral (select coalesce(b.reduced, 0) as reduced, coalesce(b.bad, 0) as bad) x
where b."from" = 1 and b.is_void = 0
