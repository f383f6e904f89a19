-- What stands next in a room asks for its contracts in the order of their beginning; those not yet in force, and void ones, let nothing.
create index contract_letting on contract (org_id, start_date, contract_id) include (end_date, status) where status in (4, 5, 6, 7);
