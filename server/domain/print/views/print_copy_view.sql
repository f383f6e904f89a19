create view print_copy_view as
select
  c.copy_id,
  p.number,
  p.label,
  p.resource,
  p.record_id,
  p.record_title,
  p.p_id,
  (case when c.is_again then 2 else 1 end)::smallint as kind,
  p.copies,
  p.missing,
  p.sha256,
  c.created_by,
  c.created_at,
  1 as version
from print_copy c
join print p on p.print_id = c.print_id
