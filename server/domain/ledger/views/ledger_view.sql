-- Receivable, reduced, received and owed a contract and rent period; nothing of it is stored (domain.md, rent ledger).
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
  b.price as receivable,
  0::bigint as reduced,
  b.paid as received,
  case when b.bill_date < current_date then b.price - b.paid else 0 end as arrears,
  (b.paid * 100 / b.price)::integer as rate,
  b.version
from bill b
where b."from" = 1 and b.is_void = 0
