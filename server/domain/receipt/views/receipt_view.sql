create view receipt_view as
select
  r.*,
  coalesce((select p.copies from print p where p.name = 'receipt_paper' and p.resource = 'receipt' and p.record_id = r.receipt_id), 0) as copies,
  -- Whose claim was taken back has paid it no more; one that named nobody may name somebody since.
  (exists (select from receipt_line l join flow f on f.reverses = l.flow_id where l.receipt_id = r.receipt_id) or num_nonnulls(r.custom_id, r.company_id) > 0 and exists (
    select from receipt_line l join flow f on f.flow_id = l.flow_id
    where l.receipt_id = r.receipt_id and (f.custom_id, f.company_id) is distinct from (r.custom_id, r.company_id)
  ))::integer::smallint as is_reversed
from receipt r
