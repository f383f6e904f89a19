-- What is held of a contract's deposit once its surrender is settled: a deduction was taken back since, or what was given back came back.
create view surrender_view as
select s.*, d.held, (case when d.held > 0 then 1 else 2 end)::smallint as is_held
from surrender s
left join lateral (
  select sum(e.price)::bigint as held from deposit_entry e where s.status = {{surrender.done}} and e.contract_id = s.contract_id
) d on true
