create view flow_view as
select
  f.*,
  coalesce(c.name, p.name, s.name) as item,
  (case when f.unused > 0 then 1 else 2 end)::smallint as has_unused,
  (case when f.reverses is not null then 3 when r.flow_id is not null then 2 else 1 end)::smallint as state
from flow f
left join flow r on r.reverses = f.flow_id
left join cost c on f."from" = 2 and c.id = f.from_id
left join pledge p on f."from" = 3 and p.id = f.from_id
left join simple s on f."from" = 4 and s.id = f.from_id
