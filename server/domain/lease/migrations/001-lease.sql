create sequence lease_sn;
create index contract_of_lease on contract (lease_id) where lease_id is not null;
alter table lease add constraint lease_dates check (end_date >= start_date);
alter table occupant add constraint occupant_dates check (to_date is null or to_date >= from_date - 1);
