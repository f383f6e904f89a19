-- Days on which rooms were let and stood empty in a month, by project. A rent of a part of a month is by its days, rounded once a room and stretch.
create or replace function vacancy_of(month date) returns table (p_id integer, rooms integer, room_days integer, vacant_days integer, loss bigint, unpriced integer)
language sql stable rows 20 as $$
  select p_id, count(distinct org_id)::integer, sum(days)::integer, coalesce(sum(days) filter (where is_vacant), 0)::integer,
    coalesce(sum(round(standard_rent::numeric * days / in_month)) filter (where is_vacant), 0)::bigint,
    coalesce(sum(days) filter (where is_vacant and standard_rent is null), 0)::integer
  from (
    select o.p_id, o.org_id, o.state = {{occupancy.vacant}} as is_vacant, r.standard_rent, m.next - month as in_month,
      least(o.last_date, m.next - 1, current_date) - greatest(o.start_date, month) + 1 as days
    from (select (month + interval '1 month')::date as next) m
    join occupancy o on o.start_date < m.next and o.last_date >= month and o.start_date <= current_date
    join org r on r.org_id = o.org_id
  ) stretch
  where days > 0 group by p_id
$$;

create view vacancy_view as
select ((extract(year from m.month) - 2000) * 12 + extract(month from m.month))::integer * 100000 + coalesce(v.p_id, 0) as vacancy_id,
  to_char(m.month, 'YYYY-MM') as month, v.p_id, v.rooms, v.room_days, v.vacant_days, (v.vacant_days * 100 / v.room_days)::integer as rate, v.loss, v.unpriced, 1 as version
from generate_series(date_trunc('month', current_date::timestamp) - interval '23 months', date_trunc('month', current_date::timestamp), interval '1 month') asked (at)
cross join lateral (select asked.at::date as month) m
cross join lateral vacancy_of(m.month) v
