-- Personal numbers that a paper says in full, sealed, until it is drawn.
create table print_sealed (
  print_id integer primary key references print,
  sealed bytea not null
);

-- A paper may be settled by a deed that no account did: a tenant signs by a link.
alter table print alter column created_by drop not null;
