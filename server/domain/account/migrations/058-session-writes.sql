-- How many writes of a session are done, counted in the transaction of each: a replica that has the session's row so has all that the session wrote.
alter table session add column writes bigint not null default 0;
