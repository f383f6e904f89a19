-- From when to when each contract holds its room, told by dates alone: one that ran out and was not closed holds it still, one given up
-- held it until the surrender, and none holds it once the next has begun. The window is by room, so who asks for one room reads its
-- contracts only; who asks for all reads contract_letting once.
create view held_view as
select
  c.contract_id,
  c.org_id,
  c.lease_kind,
  c.custom_id,
  c.company_id,
  c.start_date,
  least(
    case c.status
      when 5 then c.end_date
      when 7 then least(c.end_date, s.planned_date)
      else greatest(c.end_date, current_date)
    end,
    c.next_date - 1
  ) as last_date,
  c.next_date
from (
  select
    contract_id,
    org_id,
    kind as lease_kind,
    custom_id,
    company_id,
    status,
    start_date,
    end_date,
    lead(start_date) over (partition by org_id order by start_date, contract_id) as next_date
  from contract
  where status in (4, 5, 6, 7)
) c
left join surrender s on s.contract_id = c.contract_id and s.status = 4 and c.status = 7
