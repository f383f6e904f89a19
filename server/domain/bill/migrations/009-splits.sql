-- The parts of a bill: the tenant's, his employer's, the treasury's, another's (domain.md, Money). Two employers may bear parts of one period.
alter table bill_share drop constraint bill_share_party;
alter table bill_share add constraint bill_share_party check (party in (1, 2, 3, 4));
drop index if exists bill_share_bill_id_party_key;
create unique index bill_share_once on bill_share (bill_id, party, coalesce(company_id, 0));
drop index bill_share_owed_by_company;
create index bill_share_owed_by_company on bill_share (company_id) include (bill_id, price, paid) where party > 1 and paid < price;

-- Of what a contract owes the ratio is what its payer's part came to; of what is charged by hand it is one of spec.md section 9.
alter table bill drop constraint bill_ratio;
alter table bill add constraint bill_ratio check (
  case when type = 1 then payment_ratio between 0 and 100
  else (payer = 1 and payment_ratio in (100, 70, 50, 30)) or (payer = 2 and payment_ratio in (50, 30)) end
);
