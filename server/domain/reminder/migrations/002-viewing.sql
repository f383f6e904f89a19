-- Viewings are reminded of too; no account: it was the visitor who was told.
alter table reminder alter column account_id drop not null;
alter table reminder drop constraint reminder_subject_check;
alter table reminder add constraint reminder_subject_check
  check (subject in ('contract', 'arrears', 'vacancy', 'viewing') and (account_id is not null or subject = 'viewing'));
alter table reminder drop constraint reminder_once;
alter table reminder add constraint reminder_once unique nulls not distinct (account_id, subject, object_id, since, days);
-- What was told of a viewing is forgotten when it is moved.
create index reminder_of_viewing on reminder (object_id) where subject = 'viewing';
