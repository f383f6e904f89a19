-- What is overdue, by whoever owes it, whatever has become of the contract: arrears stay with the contract that they arose on (domain.md, Money).
create view debt_share_view as
select
  s.share_id, b.sn, case when s.party = 1 then b.custom_name else coalesce(f.name, b.custom_name) end as debtor_name, s.party, b."from", b.item, b.org_id, b.bill_date,
  current_date - b.bill_date as days_late,
  age_of(current_date - b.bill_date) as age,
  s.price - s.paid as owed,
  (case when b.contract_id is null then 3 when c.status in ({{contract.closed}}) then 2 else 1 end)::smallint as ended,
  b.contract_id, b.bill_id, case when s.party = 1 then b.custom_id end as custom_id, case when s.party > 1 then s.company_id end as company_id, s.p_id, b.version,
  -- Whose bill it is, whoever has this part of it: what an index finds (meanings.ts).
  b.custom_id as billed_id, s.company_id as sharer_id
from bill_view b
join bill_share s on s.bill_id = b.bill_id
left join company f on f.company_id = s.company_id and s.party > 1
left join contract c on c.contract_id = b.contract_id
-- What is owed is said twice: for the indexes of bills that owe, and for how few those are (bill_rest).
where b.is_void = 0 and b.paid < b.price and b.price - b.paid > 0 and s.paid < s.price and b.bill_date < current_date
