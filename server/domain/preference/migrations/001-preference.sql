-- What each person has chosen for themselves; one row a choice, so that of two changes from two places each key's last one stands.
create table preference (
  account_id integer not null references account on delete cascade,
  name text not null,
  value jsonb not null,
  updated_at bigint not null default epoch_now(),
  primary key (account_id, name)
);
