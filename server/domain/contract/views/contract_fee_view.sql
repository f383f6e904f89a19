create view contract_fee_view as
select k.*, (case when exists (
    select from contract_fee n where n.contract_id = k.contract_id and n.from_date = k.from_date and n.term_id > k.term_id
  ) then 2 else 1 end)::smallint as status
from contract_fee k
