-- What a plan's shares are owed less by now, however that came about: paid, reduced, written off or void; what came to be owed of them since (补差, a reduction that was taken
-- back) is owed beside the plan. A table of one row, which PostgreSQL takes into the query that asks:
-- as a value it was a query of its own for every mention of it. Of no plan it is 0.
create or replace function plan_settled(asked integer) returns table (settled bigint) language sql stable as $$
  select coalesce(sum(case when b.is_void = 1 then p.owed else least(p.owed, greatest(0, p.owed - (s.price - s.paid) + greatest(0, s.price - coalesce(p.price, s.price)))) end), 0)::bigint
  from plan_share p join bill_share s on s.share_id = p.share_id join bill b on b.bill_id = p.bill_id where p.plan_id = asked
$$;

-- Both are joined so that who asks for neither does not reckon them.
create view payment_plan_view as
select p.*, x.settled, greatest(p.total - x.settled, 0) as rest,
  case when p.status = {{payment_plan.active}} then y.next_due end as next_due,
  case when p.status = {{payment_plan.active}} then greatest(y.due - x.settled, 0) end as late_owed
from payment_plan p
left join lateral plan_settled(case when p.status in ({{payment_plan.begun}}) then p.plan_id end) x on true
left join lateral (
  select coalesce(sum(t.price) filter (where t.due_day < current_date), 0)::bigint as due, min(t.due_day) filter (where t.upto > x.settled) as next_due
  from (select due_day, price, sum(price) over (order by place) as upto from plan_part where plan_id = p.plan_id) t
) y on true
