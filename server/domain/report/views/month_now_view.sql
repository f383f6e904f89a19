-- A month's figures of each project, and of what has none, so that they sum to the ledger's, as they are counted now. Read late: what counts them is made after this view.
create or replace function month_figures(month date) returns table (
  p_id integer, rooms integer, "let" integer, begun integer, ended integer, vacant_days integer, vacancy_rate integer, loss bigint,
  due bigint, paid bigint, rate integer, all_due bigint, all_paid bigint, all_rate integer, old_due bigint, old_paid bigint, arrears bigint,
  revenue bigint, other bigint, cost bigint, received bigint, spent bigint, deposits bigint
) language plpgsql stable rows 20 as $$
#variable_conflict use_column
declare
  first date := month_figures.month;
  last date := (month_figures.month + interval '1 month')::date - 1;
begin
  return query
  with posted as (
    select t.p_id, coalesce(sum(t.credit - t.debit) filter (where a.code like '6001%' and t.day >= first), 0)::bigint as revenue,
      coalesce(sum(t.credit - t.debit) filter (where a.kind = 4 and a.code < '64' and a.code not like '6001%' and t.day >= first), 0)::bigint as other,
      coalesce(sum(t.debit - t.credit) filter (where a.kind = 4 and a.code >= '64' and t.day >= first), 0)::bigint as cost,
      coalesce(sum(t.credit - t.debit) filter (where a.code like '2241.01%'), 0)::bigint as deposits
    from (
      select day, p_id, ledger_account_id, credit, debit from public.tally_posted
      union all select day, p_id, ledger_account_id, price, 0 from years_carried()
    ) t join public.ledger_account a on a.ledger_account_id = t.ledger_account_id where t.day <= last group by t.p_id
  ),
  -- By the day of its booking: what is written down once its month is closed is told of in the one in which it is booked.
  moved as (
    select m.p_id, sum(m.income)::bigint as received, sum(m.outgo)::bigint as spent
    from (
      select c.p_id, c.income, c.outgo from public.tally_cash c where c.day between first and last
      union all
      select f.p_id, case f.type when 1 then f.price * s.sign else 0 end, case f.type when 2 then f.price * s.sign else 0 end
      from public.flow f
      cross join lateral (select (f.book_day between first and last)::integer - (to_timestamp(f.deal_time)::date between first and last)::integer as sign) s
      where f.book_day >= first and s.sign <> 0 and f.own_account_id is distinct from 900005
    ) m group by m.p_id
  ),
  rent as (
    select d.p_id, coalesce(sum(d.price) filter (where d.month >= first), 0)::bigint as due, sum(d.price)::bigint as all_due from rents_due() d where d.month <= last group by d.p_id
  ),
  got as (
    select r.p_id, coalesce(sum(r.price) filter (where r.month >= first), 0)::bigint as paid, coalesce(sum(r.price), 0)::bigint as all_paid,
      coalesce(sum(r.price) filter (where r.month < first and r.came < first), 0)::bigint as before, coalesce(sum(r.price) filter (where r.month < first and r.came >= first), 0)::bigint as old_paid
    from rents_paid() r where r.month <= last and r.came <= last group by r.p_id
  ),
  stays as (
    select o.p_id, sum(o.rooms)::integer as "let", sum(o.begun)::integer as begun, sum(o.ended)::integer as ended
    from spans_of(first, first) o where o.state = {{occupancy.let}} group by o.p_id
  )
  select p.p_id, coalesce(v.rooms, 0), coalesce(s."let", 0), coalesce(s.begun, 0), coalesce(s.ended, 0), coalesce(v.vacant_days, 0), (v.vacant_days * 100 / v.room_days)::integer, coalesce(v.loss, 0),
    coalesce(c.due, 0), coalesce(g.paid, 0), (coalesce(g.paid, 0) * 100 / nullif(c.due, 0))::integer,
    coalesce(c.all_due, 0), coalesce(g.all_paid, 0), (coalesce(g.all_paid, 0) * 100 / nullif(c.all_due, 0))::integer,
    coalesce(c.all_due - c.due, 0) - coalesce(g.before, 0), coalesce(g.old_paid, 0), coalesce(c.all_due, 0) - coalesce(g.all_paid, 0),
    coalesce(j.revenue, 0), coalesce(j.other, 0), coalesce(j.cost, 0), coalesce(m.received, 0), coalesce(m.spent, 0), coalesce(j.deposits, 0)
  from (select r.p_id from public.project r union all select null) p
  left join vacancies(first, first) v on v.p_id = p.p_id
  left join stays s on s.p_id = p.p_id
  left join rent c on coalesce(c.p_id, 0) = coalesce(p.p_id, 0)
  left join got g on coalesce(g.p_id, 0) = coalesce(p.p_id, 0)
  left join posted j on coalesce(j.p_id, 0) = coalesce(p.p_id, 0)
  left join moved m on coalesce(m.p_id, 0) = coalesce(p.p_id, 0)
  where v.p_id is not null or c.due is not null or j.revenue is not null or m.received is not null;
end
$$;

create view month_now_view as
select (c.closing_id * 100000 + coalesce(f.p_id, 0))::integer as month_now_id, c.month, f.*, 1 as version
from (select closing_id, month from closing where status in ({{closing.unsealed}}) order by month desc limit 2) c
cross join lateral month_figures(to_date(c.month, 'YYYY-MM')) f
