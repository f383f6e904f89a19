-- What the VAT of a month and project is made of: the lines of the journal on its accounts (34 of bills, 36 of expenses, 40 of what
-- of those is turned out again), each once and signed as it counts there.
create view vat_line_view as
select j.line_id as vat_line_id, j.day, case when j.ledger_account_id = 36 then 2 when j.ledger_account_id = 40 then 4 when v.rate > 5 then 1 else 3 end::smallint as kind,
  case when j.ledger_account_id = 36 then (case j.side when 1 then 1 else -1 end) * j.price else (case j.side when 2 then 1 else -1 end) * j.price end as tax,
  v.rate, j.bill_id, j.flow_id, f.invoice_number, j.event, j.p_id, j.created_by, j.created_at, 1 as version
from public.journal_line j
left join public.bill_vat v on j.event = 33 and v.vat_id = j.source_id
left join public.flow f on j.ledger_account_id in (36, 40) and f.flow_id = j.flow_id
where j.ledger_account_id in (34, 36, 40) and j.day <= current_date
