-- What is overdue by project and how long (debt_share_view), all of it by one pass.
create view project_debt_view as
select
  coalesce(a.p_id, 0) as ageing_id, a.p_id, count(distinct a.bill_id)::integer as bills,
  count(distinct (coalesce(a.custom_id, 0), coalesce(a.company_id, 0), case when a.custom_id is null and a.company_id is null then a.debtor_name end))::integer as debtors,
  sum(a.owed)::bigint as owed,
  coalesce(sum(a.owed) filter (where a.age = 1), 0)::bigint as age_1,
  coalesce(sum(a.owed) filter (where a.age = 2), 0)::bigint as age_2,
  coalesce(sum(a.owed) filter (where a.age = 3), 0)::bigint as age_3,
  coalesce(sum(a.owed) filter (where a.age = 4), 0)::bigint as age_4,
  coalesce(sum(a.owed) filter (where a.age = 5), 0)::bigint as age_5,
  coalesce(sum(a.owed) filter (where a.age = 6), 0)::bigint as age_6,
  coalesce(sum(a.owed) filter (where a.ended = 2), 0)::bigint as ended,
  1 as version
from debt_share_view a
group by a.p_id
