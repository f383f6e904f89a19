create view demand_view as
select
  d.*,
  coalesce((select p.copies from print p where p.name = 'demand_paper' and p.resource = 'demand' and p.record_id = d.demand_id), 0) as copies
from demand d
