-- The employer that pays the deposit, or a part of the rent, is kept by the contract (docs/decisions/035-splits.md). Of contracts of before that it is the one that was billed last.
update contract c set employer_id = coalesce(
  (
    select s.company_id from bill b join bill_share s on s.bill_id = b.bill_id and s.party = 2
    where b.contract_id = c.contract_id and b."from" = 1 and b.is_void = 0 and s.company_id is not null and s.added is null
    order by b.start_date desc, s.share_id desc limit 1
  ),
  (select l.company_id from lessee l where l.custom_id = c.custom_id)
)
where c.kind = 1 and (c.payment_ratio < 100 or c.deposit_payer = 2);
