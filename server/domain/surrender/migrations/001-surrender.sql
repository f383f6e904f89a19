-- One that was called off does not stand in the way of the next: what stands is unique by its states.
drop index if exists surrender_contract_id_key;
alter table surrender add constraint surrender_settled check (unused >= 0 and penalty >= 0 and due >= 0 and (refund = 0 or due = 0));
