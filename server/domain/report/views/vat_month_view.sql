-- What the operator owes of VAT for a month: it is the taxpayer, not its projects. What is deducted beyond what was billed is carried to the next month (留抵), and
-- lessens nothing that is taxed at a levy rate. Carried at a month's end is by how much the sum of all differences stands above the lowest that it came to, or nought.
create view vat_month_view as
with found as (
  select month, sum(output) as output, sum(input) as input, sum(simple) as simple from vat_months(current_date) group by month
),
differing as (
  select m.month::date as month, coalesce(f.output, 0) as output, coalesce(f.input, 0) as input, coalesce(f.simple, 0) as simple,
    sum(coalesce(f.input - f.output, 0)) over (order by m.month) as over
  from generate_series((select min(month) from found)::timestamp, current_date::timestamp, '1 month') m (month) left join found f on f.month = m.month
),
carrying as (
  select d.*, d.over - least(min(d.over) over (order by d.month), 0) as carried from differing d
),
brought as (
  select c.*, lag(c.carried, 1, 0) over (order by c.month) as brought from carrying c
)
select ((extract(year from b.month) - 2000) * 12 + extract(month from b.month))::integer as vat_month_id, to_char(b.month, 'YYYY-MM') as month,
  b.output::bigint as output, b.input::bigint as input, b.brought::bigint as brought, (b.output - b.input - b.brought + b.carried)::bigint as general,
  b.carried::bigint as carried, b.simple::bigint as simple, (b.output - b.input - b.brought + b.carried + b.simple)::bigint as due, 1 as version
from brought b
