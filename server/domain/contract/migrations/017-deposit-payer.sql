alter table contract add constraint contract_deposit_payer check (deposit_payer in (1, 2));
