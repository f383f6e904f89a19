-- By which broker a session was opened: it ends with his right to log in.
alter table session add column broker_id integer references broker on delete cascade;
create index session_broker on session (broker_id) where broker_id is not null;
