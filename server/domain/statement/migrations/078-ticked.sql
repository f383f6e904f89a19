-- Who asks for the entries of one line is never given this index: where the planner knows of no entry that has a line yet (the first statement of a large store), it takes any index of such entries for
-- empty and goes through all of them for each line.
drop index flow_ticked;
create index flow_ticked on flow (own_account_id, deal_time) where line_id is not null and own_account_id is not null;
