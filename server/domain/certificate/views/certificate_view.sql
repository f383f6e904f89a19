create view certificate_view as
select
  c.*,
  coalesce((select p.copies from print p where p.name = 'certificate_paper' and p.resource = 'certificate' and p.record_id = c.certificate_id), 0) as copies
from certificate c
