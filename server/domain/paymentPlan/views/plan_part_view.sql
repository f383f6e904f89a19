-- Of the parts the earliest is paid first.
create view plan_part_view as
select w.*, w.got as paid,
  (case when w.got >= w.price then 3 when w.begun and w.due_day < current_date then 4 when w.got > 0 then 2 else 1 end)::smallint as state
from (
  select t.*, p.status in ({{payment_plan.begun}}) as begun,
    greatest(0, least(t.price, case when p.status in ({{payment_plan.begun}}) then plan_settled(t.plan_id) else 0 end
      - coalesce(sum(t.price) over (partition by t.plan_id order by t.place rows between unbounded preceding and 1 preceding), 0)))::bigint as got
  from plan_part t join payment_plan p on p.plan_id = t.plan_id
) w
