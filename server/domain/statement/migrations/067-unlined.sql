-- What no line of a statement has, by account and day (open_items): otherwise every entry since the first statement was looked at.
create index flow_unlined on flow (own_account_id, deal_time) where line_id is null and reverses is null;
