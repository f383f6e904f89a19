drop function if exists vacancy_of(date);

-- Days on which rooms were let and stood empty in each month from one to another, by project. A rent of a part of a month is by its days, rounded once a room and stretch.
-- Rooms are gone through once for all months; the first stretch of a room in a month, before which all others ended, counts the room.
create or replace function vacancies(since date, until date) returns table (month date, p_id integer, rooms integer, room_days integer, vacant_days integer, loss bigint, unpriced integer)
language sql stable rows 200 as $$
  with asked as (
    select at::date as month, (at + interval '1 month')::date - 1 as last_day, (at + interval '1 month')::date - at::date as in_month
    from generate_series(since::timestamp, until::timestamp, interval '1 month') at
  ),
  stretch as materialized (
    select o.p_id, o.state = {{occupancy.vacant}} as is_vacant, r.standard_rent, o.start_date, least(o.last_date, current_date) as last_date,
      max(o.last_date) over (partition by o.org_id, o.p_id order by o.start_date, o.occupancy_id rows between unbounded preceding and 1 preceding) as before
    from occupancy o join org r on r.org_id = o.org_id
    where o.last_date >= since and o.start_date <= least((until + interval '1 month')::date - 1, current_date)
  )
  select m.month, s.p_id, count(*) filter (where (s.before >= m.month) is not true)::integer, sum(d.days)::integer, coalesce(sum(d.days) filter (where s.is_vacant), 0)::integer,
    coalesce(sum((2 * s.standard_rent::bigint * d.days + m.in_month) / (2 * m.in_month)) filter (where s.is_vacant), 0)::bigint,
    coalesce(sum(d.days) filter (where s.is_vacant and s.standard_rent is null), 0)::integer
  from stretch s join asked m on s.start_date <= m.last_day and s.last_date >= m.month
  cross join lateral (select least(s.last_date, m.last_day) - greatest(s.start_date, m.month) + 1 as days) d
  group by m.month, s.p_id
$$;

create view vacancy_view as
select ((extract(year from v.month) - 2000) * 12 + extract(month from v.month))::integer * 100000 + coalesce(v.p_id, 0) as vacancy_id,
  to_char(v.month, 'YYYY-MM') as month, v.p_id, v.rooms, v.room_days, v.vacant_days, (v.vacant_days * 100 / v.room_days)::integer as rate, v.loss, v.unpriced, 1 as version
from vacancies((date_trunc('month', current_date::timestamp) - interval '23 months')::date, date_trunc('month', current_date::timestamp)::date) v
