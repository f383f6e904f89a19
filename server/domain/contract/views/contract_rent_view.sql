create view contract_rent_view as
select k.*, (case when exists (
    select from contract_rent n where n.contract_id = k.contract_id and n.from_date = k.from_date and n.step_id > k.step_id
  ) then 2 else 1 end)::smallint as status
from contract_rent k
