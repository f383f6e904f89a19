-- The past of rooms as spans that are let (1) or vacant (2) and meet without a gap, from a room's registration or first contract on. On
-- any day a room is in one span at most, so a count of spans that hold a day is a count of rooms. Rooms out of use (停用) are left out.
-- From when to when a contract holds its room is told by dates alone: one that ran out and was not closed holds it still, one given up
-- held it until the surrender, and none holds it once the next has begun.
create function occupancy_facts(ids integer[], day date)
returns table (
  occupancy_id integer, org_id integer, p_id integer, kind_id integer, nature smallint, state smallint, contract_id integer,
  lease_kind smallint, custom_id integer, company_id integer, start_date date, end_date date, last_date date, standard_rent bigint
)
language sql stable as $$
  with room as materialized (
    select o.org_id, o.p_id, o.kind_id, o.nature, o.standard_rent, o.created_at
    from unnest(occupancy_facts.ids) i (org_id) join org o on o.org_id = i.org_id where o.status <> {{org.disabled}}
  ),
  turn as materialized (
    select
      c.contract_id, c.org_id, c.kind, c.custom_id, c.company_id, c.status, c.start_date, c.end_date, c.left_on,
      lead(c.start_date) over (partition by c.org_id order by c.start_date, c.contract_id) as next_date
    from contract c
    where c.org_id in (select room.org_id from room) and c.status in ({{contract.hasLet}})
  ),
  held as materialized (
    select
      c.*,
      least(
        case
          -- Since the day on which it was handed over, whatever is still to be settled.
          when c.left_on is not null then c.left_on
          when c.status = {{contract.expired}} then c.end_date
          when c.status = {{contract.surrendered}} then least(c.end_date, s.planned_date)
          else greatest(c.end_date, occupancy_facts.day)
        end,
        c.next_date - 1
      ) as last_date
    from turn c
    left join surrender s on s.contract_id = c.contract_id and s.status = {{surrender.done}} and c.status = {{contract.surrendered}}
  ),
  span as (
    select h.contract_id * 3 as id, h.org_id, 1 as state, h.contract_id, h.kind, h.custom_id, h.company_id, h.start_date, h.last_date
    from held h
    union all
    select h.contract_id * 3 + 1, h.org_id, 2, null, null, null, null, greatest(h.last_date + 1, h.start_date), coalesce(h.next_date - 1, '2999-12-31')
    from held h
    union all
    select r.org_id * 3 + 2, r.org_id, 2, null, null, null, null, to_timestamp(r.created_at)::date, coalesce(n.start_date - 1, '2999-12-31')
    from room r
    left join (select turn.org_id, min(turn.start_date) as start_date from turn group by 1) n on n.org_id = r.org_id
  )
  select
    s.id, s.org_id, r.p_id, r.kind_id, r.nature, s.state::smallint, s.contract_id, s.kind, s.custom_id, s.company_id, s.start_date,
    case when s.last_date < '2999-12-31' then s.last_date end, s.last_date, r.standard_rent
  from span s
  join room r on r.org_id = s.org_id
  where s.last_date >= s.start_date and s.start_date <= occupancy_facts.day
$$
