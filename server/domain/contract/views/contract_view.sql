create view contract_view as
select c.*, coalesce(l.name, f.name) as custom_name,
  exists (select from contract n where n.former_id = c.contract_id and n.status in ({{contract.hasLet}}))::integer::smallint as followed
from contract c
left join lessee l on l.custom_id = c.custom_id
left join company f on f.company_id = c.company_id
