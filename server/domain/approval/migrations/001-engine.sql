-- What the engine of approvals keeps beside the declaration (server/approvals).
alter table audit
  -- What is done when all have agreed: the call and its params. Without a call it is a paper from before the engine.
  add column path text,
  add column params jsonb not null default '{}',
  -- The steps as they were when it was submitted, and where it stands in them (server/approvals/rules).
  add column specs jsonb not null default '[]',
  add column stands jsonb not null default '{}',
  -- The version of the record that the applicant saw.
  add column seen_version integer;
create index audit_due on audit (due_at) where due_at is not null;

alter table deputy
  add constraint deputy_days check (to_date >= from_date),
  add constraint deputy_other check (deputy_id <> user_id);
create index deputy_of on deputy (user_id, to_date);

-- Who takes what part in a submission (1 is asked, 2 applies, 3 has decided, 4 was told, 5 was asked and others decided): whose it is to read.
create table audit_person (
  audit_id integer not null references audit on delete cascade,
  user_id integer not null references account,
  part smallint not null check (part between 1 and 5),
  since bigint not null,
  primary key (audit_id, user_id)
);
create index audit_person_part on audit_person (user_id, part, since desc);

-- The trail: what happened to a submission, by whom (nobody is the system). Only added to.
create table audit_event (
  event_id integer generated always as identity primary key,
  audit_id integer not null references audit,
  round integer not null,
  visit integer not null,
  step integer not null,
  deed smallint not null check (deed between 1 and 12),
  by_id integer references account,
  to_id integer references account,
  opinion text,
  at bigint not null default epoch_now()
);
create index audit_event_audit on audit_event (audit_id, event_id);

create function audit_event_stays() returns trigger language plpgsql as $$
begin
  raise exception 'the trail of an approval is only added to' using errcode = '23514', constraint = 'audit_event_stays';
end
$$;
create trigger audit_event_stays before update or delete on audit_event for each row execute function audit_event_stays();

-- Papers from before the engine: whose they were stays theirs to read. What was still open then had nothing that would be done.
do $$ begin
  if exists (select from information_schema.columns where table_name = 'audit' and column_name = 'handler_id') then
    execute $move$
      insert into audit_person (audit_id, user_id, part, since)
        select audit_id, handler_id, 3, coalesce(decided_at, created_at) from audit where handler_id is not null and handler_id <> applicant_id
        union all select audit_id, applicant_id, 2, created_at from audit where applicant_id is not null
    $move$;
    update audit set status = 4, opinion = '审批启用之前的申请，请重新发起' where status = 1;
    alter table audit drop column handler_id;
  end if;
end $$;
