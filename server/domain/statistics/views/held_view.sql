-- From when to when each contract holds its room, told by dates alone: one that ran out and was not closed holds it still, one given up
-- held it until the surrender, and none holds it once the next has begun.
create view held_view as
select
  c.contract_id,
  c.org_id,
  c.kind as lease_kind,
  c.custom_id,
  c.company_id,
  c.start_date,
  least(
    case c.status
      when 5 then c.end_date
      when 7 then least(c.end_date, (select s.planned_date from surrender s where s.contract_id = c.contract_id and s.status = 4))
      else greatest(c.end_date, current_date)
    end,
    n.start_date - 1
  ) as last_date,
  n.start_date as next_date
from contract c
left join lateral (
  select later.start_date
  from contract later
  where later.org_id = c.org_id and later.status in (4, 5, 6, 7) and (later.start_date, later.contract_id) > (c.start_date, c.contract_id)
  order by later.start_date, later.contract_id
  limit 1
) n on true
where c.status in (4, 5, 6, 7)
