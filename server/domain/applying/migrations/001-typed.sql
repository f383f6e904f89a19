-- What an applicant has typed on a telephone so far, sealed: it holds the numbers of a whole household.
alter table application_draft add column typed bytea;
-- The photographs that were taken for it, until they are an application's.
alter table application_draft add column photos integer[] not null default '{}';
-- Whoever comes back is found by the telephone.
create index if not exists application_draft_by_phone on application_draft ("phone$hash", draft_id desc);
