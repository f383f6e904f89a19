create view receipt_view as
select
  r.*,
  coalesce((select p.copies from print p where p.name = 'receipt_paper' and p.resource = 'receipt' and p.record_id = r.receipt_id), 0) as copies,
  (exists (select from receipt_line l join flow f on f.reverses = l.flow_id where l.receipt_id = r.receipt_id))::integer::smallint as is_reversed
from receipt r
