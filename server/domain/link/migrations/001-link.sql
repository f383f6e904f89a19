-- What only the tenant's phone has is kept as its hash: the code of the link, and the token of the first browser that opened it.
alter table link add column code_hash bytea not null unique check (length(code_hash) = 32);
alter table link add column device_hash bytea check (length(device_hash) = 32);
alter table link add constraint link_opened check (device_hash is null or opened_at is not null);

-- The digits that a deed asks for, sent to the telephone on record: one at a time, for some minutes and some tries.
create table link_check (
  link_id integer primary key references link,
  code_hash bytea not null,
  until bigint not null,
  tries integer not null default 0,
  sent integer not null default 1,
  sent_at bigint not null default epoch_now()
);

-- Through what somebody without an account acted: whoever writes to the log says so for the transaction.
alter table operation_log alter column via set default nullif(current_setting('anju.via', true), '');
