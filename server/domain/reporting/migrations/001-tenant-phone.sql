-- The photographs that were taken on a tenant's telephone, until they are a repair's.
alter table tenant_phone add column photos integer[] not null default '{}';
-- Whoever comes back is found by the telephone.
create index if not exists tenant_phone_by_phone on tenant_phone ("phone$hash", phone_id desc);
-- How many a telephone has reported today, and what an occupant of a shared flat has reported himself.
create index if not exists repair_by_reporter on repair ("phone$hash", created_at);
