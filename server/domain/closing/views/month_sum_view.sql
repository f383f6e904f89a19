create or replace function month_turnovers() returns table (month text, p_id integer, lines bigint, debit bigint, credit bigint) language plpgsql stable rows 200 as $$
begin
  return query
  select to_char(t.day, 'YYYY-MM'), t.p_id, sum(t.n)::bigint, sum(t.debit)::bigint, sum(t.credit)::bigint from tally_posted t group by 1, 2;
end
$$;

create view month_sum_view as
select (c.closing_id * 100000 + coalesce(t.p_id, 0))::integer as sum_id, c.closing_id, c.month, t.p_id, t.lines::integer as lines, t.debit, t.credit,
  coalesce((select sum(case r.kind when 1 then r.price else -r.price end) from recognition r where r.month = c.month and r.p_id is not distinct from t.p_id), 0)::bigint as revenue,
  1 as version
from closing c join month_turnovers() t on t.month = c.month
