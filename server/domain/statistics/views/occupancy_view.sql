-- The past of every room as spans that are let (1) or vacant (2) and meet without a gap, from its registration or first contract on. On
-- any day a room is in one span at most, so a count of spans that hold a day is a count of rooms. Rooms out of use (停用) are left out.
create view occupancy_view as
select
  s.occupancy_id,
  s.org_id,
  o.p_id,
  o.kind_id,
  o.nature,
  s.state,
  s.contract_id,
  s.lease_kind,
  s.custom_id,
  s.company_id,
  s.start_date,
  case when s.last_date < '2999-12-31' then s.last_date end as end_date,
  s.last_date,
  least(s.last_date, current_date) - s.start_date + 1 as days,
  1 as version
from (
  select h.contract_id * 3 as occupancy_id, h.org_id, 1::smallint as state, h.contract_id, h.lease_kind, h.custom_id, h.company_id, h.start_date, h.last_date
  from held_view h
  union all
  select h.contract_id * 3 + 1, h.org_id, 2::smallint, null, null, null, null, greatest(h.last_date + 1, h.start_date), coalesce(h.next_date - 1, '2999-12-31')
  from held_view h
  union all
  select f.org_id * 3 + 2, f.org_id, 2::smallint, null, null, null, null, to_timestamp(f.created_at)::date, coalesce(n.start_date - 1, '2999-12-31')
  from org f
  left join (select org_id, min(start_date) as start_date from contract where status in (4, 5, 6, 7) group by org_id) n on n.org_id = f.org_id
) s
join org o on o.org_id = s.org_id
where s.last_date >= s.start_date and s.start_date <= current_date and o.status <> 3
