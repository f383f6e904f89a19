-- Of how long a household may rent in all is reminded, too.
alter table reminder drop constraint reminder_subject_check;
alter table reminder add constraint reminder_subject_check
  check (subject in ('contract', 'cap', 'arrears', 'vacancy', 'viewing') and (account_id is not null or subject = 'viewing'));
