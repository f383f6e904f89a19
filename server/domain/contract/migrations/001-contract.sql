-- A room has at most one contract in force on any day (domain.md): the database refuses a second.
alter table contract add constraint contract_dates check (end_date >= start_date);
alter table contract add constraint contract_one_in_force
  exclude using gist (org_id with =, daterange(start_date, end_date, '[]') with &&) where (status in (3, 4, 6));
create index contract_room_in_force on contract (org_id, end_date) where status in (3, 4, 6);
create index contract_room_history on contract (org_id, end_date desc);
