drop function if exists month_turnovers();

-- What was posted of each month and project, and what of rents is recognised in it. Read late: the tallies are made before what they count.
create or replace function month_totals() returns table (month text, p_id integer, lines bigint, debit bigint, credit bigint, revenue bigint) language plpgsql stable rows 200 as $$
begin
  return query
  with posted as (select to_char(t.day, 'YYYY-MM') as month, t.p_id, sum(t.n) as lines, sum(t.debit) as debit, sum(t.credit) as credit from tally_posted t group by 1, 2),
    recognised as (select r.month, r.p_id, sum(r.revenue) as revenue from tally_recognised r group by 1, 2)
  select p.month, p.p_id, p.lines::bigint, p.debit::bigint, p.credit::bigint, coalesce(r.revenue, 0)::bigint
  from posted p left join recognised r on r.month = p.month and coalesce(r.p_id, 0) = coalesce(p.p_id, 0);
end
$$;

create view month_sum_view as
select (c.closing_id * 100000 + coalesce(t.p_id, 0))::integer as sum_id, c.closing_id, c.month, t.p_id, t.lines::integer as lines, t.debit, t.credit, t.revenue, 1 as version
from closing c join month_totals() t on t.month = c.month
