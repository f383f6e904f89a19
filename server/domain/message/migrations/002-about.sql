-- What a message is about is a record, named whole or not at all. Those of before say nothing of it, and lead nowhere.
alter table message add constraint message_about check ((resource is null) = (record_id is null));
