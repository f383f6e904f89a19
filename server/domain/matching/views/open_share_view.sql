-- What is owed and not paid, by whom.
create view open_share_view as
select
  s.share_id, s.share_id as of_share, b.sn, case when s.party = 1 then b.custom_name else coalesce(c.name, b.custom_name) end as debtor_name, b.custom_name, s.party, b."from",
  b.item, s.price - s.paid as owed, b.bill_date, b.start_date, b.org_id, b.bill_id, b.contract_id, case when s.party = 1 then b.custom_id end as custom_id,
  case when s.party > 1 then s.company_id end as company_id, s.p_id, b.version,
  -- Whose bill it is, whoever has this part of it: what an index finds (meanings.ts).
  b.custom_id as billed_id, s.company_id as sharer_id
from bill_share s
join bill_view b on b.bill_id = s.bill_id
left join company c on c.company_id = s.company_id and s.party > 1
-- Of a bill that is paid no share owes (bill_shares_sum): so said, the indexes of bills that owe find it. Twice, for how few those are (bill_rest).
where s.paid < s.price and b.is_void = 0 and b.paid < b.price and b.price - b.paid > 0
