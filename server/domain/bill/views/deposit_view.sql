-- What is held of each contract's deposit, by its book.
create view deposit_view as
select
  c.contract_id, c.sn, c.contract_id as held_by, coalesce(l.name, f.name) as custom_name, coalesce(q.name, l.name, f.name) as payer_name, c.custom_id,
  c.company_id, c.org_id, c.deposit, c.p_id, c.version,
  d.held, d.used, d.returned
from contract c
left join lessee l on l.custom_id = c.custom_id
left join company f on f.company_id = c.company_id
join lateral (
  select sum(e.price)::bigint as held, max(e.company_id) as payer_id, -coalesce(sum(e.price) filter (where e.kind = 4), 0)::bigint as used,
    -coalesce(sum(e.price) filter (where e.kind = 5), 0)::bigint as returned
  from deposit_entry e where e.contract_id = c.contract_id
) d on d.held is not null
left join company q on q.company_id = d.payer_id
