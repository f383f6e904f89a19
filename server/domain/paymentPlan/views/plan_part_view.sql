-- Of the parts the earliest is paid first. Those before it are asked of each part, so that of a page's parts nobody reckons all there are.
create view plan_part_view as
select w.*, w.got as paid,
  (case when w.got >= w.price then 3 when w.begun and w.due_day < current_date then 4 when w.got > 0 then 2 else 1 end)::smallint as state
from (
  select t.*, p.status in ({{payment_plan.begun}}) as begun, greatest(0, least(t.price, x.settled - e.upto))::bigint as got
  from plan_part t
  join payment_plan p on p.plan_id = t.plan_id
  left join lateral plan_settled(case when p.status in ({{payment_plan.begun}}) then p.plan_id end) x on true
  left join lateral (select coalesce(sum(price), 0) as upto from plan_part before where before.plan_id = t.plan_id and before.place < t.place) e on true
) w
