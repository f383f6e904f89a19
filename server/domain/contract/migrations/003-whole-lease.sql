-- A whole lease is a company's, a tenant contract a person's (domain.md, From application to keys, 4).
alter table contract alter column custom_id drop not null;
alter table contract add constraint contract_party check ((kind = 1 and custom_id is not null) or (kind = 2 and company_id is not null));
alter table contract add constraint contract_ratio check (payment_ratio in (100, 70, 50, 30));
alter table surrender add constraint surrender_refund check (refund >= 0 and deposit >= 0 and arrears >= 0 and damages >= 0);
