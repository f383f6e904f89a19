-- The same by debtor and project. Who is neither a tenant nor a company on record is told by name.
create view debt_view as
select
  min(a.share_id) as arrears_id, max(a.debtor_name) as debtor_name, a.p_id, count(distinct a.bill_id)::integer as bills, min(a.bill_date) as unpaid_since,
  coalesce(sum(a.owed) filter (where a.age = 1), 0)::bigint as age_1,
  coalesce(sum(a.owed) filter (where a.age = 2), 0)::bigint as age_2,
  coalesce(sum(a.owed) filter (where a.age = 3), 0)::bigint as age_3,
  coalesce(sum(a.owed) filter (where a.age = 4), 0)::bigint as age_4,
  coalesce(sum(a.owed) filter (where a.age = 5), 0)::bigint as age_5,
  coalesce(sum(a.owed) filter (where a.age = 6), 0)::bigint as age_6,
  sum(a.owed)::bigint as owed, a.custom_id, a.company_id, 1 as version
from debt_share_view a
group by a.p_id, a.custom_id, a.company_id, case when a.custom_id is null and a.company_id is null then a.debtor_name end
