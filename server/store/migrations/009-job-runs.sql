-- The system's own work is a job too: of no person, once for each time that it is due.
alter table job
  alter column created_by drop not null,
  alter column type drop not null,
  -- What two requests for the same deed have in common: the second is the first (server/jobs/defineJob.ts).
  add column once text,
  -- The time of which a periodic run is, where the clock asked for it.
  add column due_at bigint,
  add column started_at bigint,
  -- A run that failed waits so long for its next try.
  add column not_before timestamptz,
  -- What it did, in words.
  add column done text,
  -- Its state as lists know it.
  add column state_code smallint generated always as
    (case state when 'queued' then 1 when 'running' then 2 when 'done' then 3 when 'failed' then 4 else 5 end) stored;
create unique index job_once on job (kind, once);
create index job_of_kind on job (kind, job_id desc);
create index job_due on job (kind, due_at) where due_at is not null;
create index job_state on job (state_code, job_id desc);
-- Whether the facts of a day are kept is known by the run of that day now.
drop table facts_day;
