-- Of each contract of a plan what was not paid when it was made and what is not paid now, told by the bills; beside it what the plan comes to.
create view plan_contract_view as
select
  w.plan_contract_id, w.plan_id, p.custom_name, w.contract_id, w.org_id, w.bills, w.owed, w."left", p.total, p.rest, p.next_due, p.late_owed, p.status, p.first_day,
  p.p_id, p.version
from (
  select min(x.plan_share_id) as plan_contract_id, x.plan_id, b.contract_id, case when count(distinct b.org_id) = 1 then min(b.org_id) end as org_id,
    count(distinct x.bill_id)::integer as bills, sum(x.owed)::bigint as owed, sum(case when b.is_void = 1 then 0 else s.price - s.paid end)::bigint as "left"
  from plan_share x join bill_share s on s.share_id = x.share_id join bill b on b.bill_id = x.bill_id
  group by x.plan_id, b.contract_id
) w
join payment_plan_view p on p.plan_id = w.plan_id
