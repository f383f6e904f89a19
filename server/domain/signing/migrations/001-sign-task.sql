-- What a service outside knows a task by, and we theirs: our key goes with the task, so that it is made once however often it is asked for.
alter table sign_task add column key text not null unique default gen_random_uuid()::text;
alter table sign_task add column outside_id text;
-- Where the signer signs at the service; only the page of his link leads there.
alter table sign_task add column url text;
-- When the service is asked next how the task stands, and how often in a row it could not be.
alter table sign_task add column ask_at bigint;
alter table sign_task add column misses integer not null default 0;
create unique index sign_task_outside on sign_task (provider, outside_id) where outside_id is not null;
create index sign_task_due on sign_task (ask_at) where ask_at is not null;
create index sign_task_link on sign_task (link_id) where link_id is not null;
