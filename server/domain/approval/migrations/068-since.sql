-- What is somebody's, whatever his part in it, the newest first (我的审批 of all parts): otherwise all of it was put in order for each page.
create index audit_person_since on audit_person (user_id, since desc, audit_id desc);
