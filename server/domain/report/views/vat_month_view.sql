-- What the operator owes of VAT for a month: it is the taxpayer, not its projects. What is deducted beyond what was billed is carried to the next month (留抵), and
-- lessens nothing that is taxed at a levy rate. Carried at a month's end is by how much the sum of all differences stands above the lowest that it came to, or nought.
-- The operator may say with what its first month here begins (发票设置): it is reckoned anew from there, and what that setting says now is what it was.
create view vat_month_view as
with said as (
  select (s.content ->> 'carried_from' || '-01')::date as month, (s.content ->> 'carried_tax')::bigint as tax from (
    select content from public.setting_version
    where setting = 'invoice' and coalesce(from_date, to_timestamp(created_at)::date) <= now()::date order by coalesce(from_date, to_timestamp(created_at)::date) desc, version desc limit 1
  ) s where s.content ->> 'carried' = '1'
),
found as (
  select month, sum(output) as output, sum(input) as input, sum(turned) as turned, sum(simple) as simple from vat_months(current_date) group by month
),
months as (
  select m.month::date as month, coalesce(m.month >= (select month from said), false) as is_told
  from generate_series(least((select min(month) from found), (select month from said))::timestamp, current_date::timestamp, '1 month') m (month)
),
differing as (
  select m.month, m.is_told, coalesce(f.output, 0) as output, coalesce(f.input, 0) as input, coalesce(f.turned, 0) as turned, coalesce(f.simple, 0) as simple,
    case when m.is_told then (select tax from said) else 0 end as told, sum(coalesce(f.input - f.turned - f.output, 0)) over (partition by m.is_told order by m.month) as over
  from months m left join found f on f.month = m.month
),
carrying as (
  select d.*, d.told + d.over - least(min(d.told + d.over) over (partition by d.is_told order by d.month), 0) as carried from differing d
),
brought as (
  select c.*, lag(c.carried, 1, c.told) over (partition by c.is_told order by c.month) as brought from carrying c
)
select ((extract(year from b.month) - 2000) * 12 + extract(month from b.month))::integer as vat_month_id, to_char(b.month, 'YYYY-MM') as month,
  b.output::bigint as output, b.input::bigint as input, b.turned::bigint as turned, b.brought::bigint as brought,
  (b.output - b.input + b.turned - b.brought + b.carried)::bigint as general, b.carried::bigint as carried, b.simple::bigint as simple,
  (b.output - b.input + b.turned - b.brought + b.carried + b.simple)::bigint as due, 1 as version
from brought b
