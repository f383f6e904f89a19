-- What is held of each contract's deposit, by its book. Who that is is asked of the contracts shown: joined, the columns that lead there are read of every contract that is
-- looked for or counted, and no index has them beside what it finds by.
create view deposit_view as
select
  c.contract_id, c.sn, c.contract_id as held_by,
  coalesce((select l.name from lessee l where l.custom_id = c.custom_id), (select f.name from company f where f.company_id = c.company_id)) as custom_name,
  coalesce(
    (select q.name from company q where q.company_id = d.payer_id), (select l.name from lessee l where l.custom_id = c.custom_id),
    (select f.name from company f where f.company_id = c.company_id)
  ) as payer_name,
  c.custom_id, c.company_id, c.org_id, c.deposit, c.p_id, c.version,
  d.held, d.used, d.returned
from contract c
join lateral (
  select sum(e.price)::bigint as held, max(e.company_id) as payer_id, -coalesce(sum(e.price) filter (where e.kind = 4), 0)::bigint as used,
    -coalesce(sum(e.price) filter (where e.kind = 5), 0)::bigint as returned
  from deposit_entry e where e.contract_id = c.contract_id
) d on d.held is not null
