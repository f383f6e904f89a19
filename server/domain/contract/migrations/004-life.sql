-- The life of contracts: numbers that are given out, and what the rules of a contract hold of it whoever writes it.
create sequence contract_sn;
select setval('contract_sn', greatest((select max(contract_id) from contract), 1));

alter table contract add constraint contract_paying check (cycle in (1, 2, 3, 6, 12) and due_days between 0 and 31);
alter table contract add constraint contract_amounts check (rent > 0 and deposit >= 0);
alter table contract_rent add constraint contract_rent_amount check (rent > 0);
