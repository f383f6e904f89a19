-- In the order of the lists of one's own, to the last row: a page is its first twenty, and the count looks at nothing else.
drop index audit_person_part;
create index audit_person_part on audit_person (user_id, part, since desc, audit_id desc);
