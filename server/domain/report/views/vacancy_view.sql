-- The rooms that were let and stood empty in each month from one to another, the present one up to today, by project and state: how many on its last day, on how many days, what their standard rents
-- come to for these in fen times days, and the spans that began and ended. By the sums that are kept (statistics/tallies.ts), so that neither rooms nor years make it longer; of the present month alone
-- those are looked up that end after today. No span begins after today. Read late: the tallies are made after this view.
create or replace function spans_of(since date, until date) returns table (
  month date, in_month integer, p_id integer, state smallint, rooms bigint, days bigint, rent_days bigint, unpriced_days bigint, begun bigint, ended bigint
) language plpgsql stable rows 100 as $$
#variable_conflict use_column
begin
  return query
  with asked as (
    select at::date as month, last_day, least(last_day, current_date) as upto, last_day >= current_date as is_present
    from generate_series(since::timestamp, least(until, current_date)::timestamp, interval '1 month') at cross join lateral (select (at + interval '1 month')::date - 1 as last_day) l
  ),
  kept as (
    select t.p_id, t.state, greatest(t.month, (since - interval '1 month')::date) as month, sum(t.rooms) as rooms, sum(t.days) as days, sum(t.rent) as rent, sum(t.rent_days) as rent_days,
      sum(t.unpriced) as unpriced, sum(t.unpriced_days) as unpriced_days, sum(t.begun) as begun, sum(t.ended) as ended, sum(t.lasting) as lasting
    from public.tally_spans t group by 1, 2, 3
  ),
  added as (
    select m.month, m.last_day, m.upto, m.is_present, k.p_id, k.state, k.month = m.month as is_own, k.rooms + case when k.month = m.month and not m.is_present then k.lasting else 0 end as rooms,
      case when k.month < m.month then k.rooms * (m.upto - m.month + 1) else k.days - k.rooms * (m.last_day - m.upto) end as days,
      case when k.month < m.month then k.rent * (m.upto - m.month + 1) else k.rent_days - k.rent * (m.last_day - m.upto) end as rent_days,
      case when k.month < m.month then k.unpriced * (m.upto - m.month + 1) else k.unpriced_days - k.unpriced * (m.last_day - m.upto) end as unpriced_days,
      k.begun, k.ended
    from asked m join kept k on k.month <= m.month
    union all
    select m.month, m.last_day, m.upto, true, o.p_id, o.state, false, count(*), -sum(o.last_date - m.upto), -sum((o.last_date - m.upto) * coalesce(o.standard_rent, 0)),
      -coalesce(sum(o.last_date - m.upto) filter (where o.standard_rent is null), 0), 0, 0
    from asked m join public.occupancy o on o.last_date between m.upto and m.last_day where m.is_present group by m.month, m.last_day, m.upto, o.p_id, o.state
  )
  select a.month, a.last_day - a.month + 1, a.p_id, a.state, sum(a.rooms)::bigint, sum(a.days)::bigint, sum(a.rent_days)::bigint, sum(a.unpriced_days)::bigint,
    coalesce(sum(a.begun) filter (where a.is_own), 0)::bigint, coalesce(sum(a.ended) filter (where a.is_own), 0)::bigint
  from added a group by a.month, a.last_day, a.p_id, a.state;
end
$$;

-- Days on which rooms were let and stood empty in each month from one to another, by project. A room has a span for each day from its first one on, so those of the last day are all that there were. A rent
-- of a part of a month is by its days, and the sum rounded once.
create or replace function vacancies(since date, until date) returns table (month date, p_id integer, rooms integer, room_days integer, vacant_days integer, loss bigint, unpriced integer)
language sql stable rows 200 as $$
  select s.month, s.p_id, sum(s.rooms)::integer, sum(s.days)::integer, coalesce(sum(s.days) filter (where s.state = {{occupancy.vacant}}), 0)::integer,
    coalesce(sum((2 * s.rent_days + s.in_month) / (2 * s.in_month)) filter (where s.state = {{occupancy.vacant}}), 0)::bigint,
    coalesce(sum(s.unpriced_days) filter (where s.state = {{occupancy.vacant}}), 0)::integer
  from spans_of(since, until) s group by s.month, s.p_id having sum(s.days) > 0
$$;

create view vacancy_view as
select ((extract(year from v.month) - 2000) * 12 + extract(month from v.month))::integer * 100000 + coalesce(v.p_id, 0) as vacancy_id,
  to_char(v.month, 'YYYY-MM') as month, v.p_id, v.rooms, v.room_days, v.vacant_days, (v.vacant_days * 100 / v.room_days)::integer as rate, v.loss, v.unpriced, 1 as version
from vacancies((date_trunc('month', current_date::timestamp) - interval '23 months')::date, date_trunc('month', current_date::timestamp)::date) v
