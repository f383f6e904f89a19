-- Entries that a line has, by the account's time: those from before its first statement are few. Those booked later than on their own day: few, too.
create index flow_ticked on flow (own_account_id, deal_time) where line_id is not null;
create index flow_booked_late on flow (book_day) where book_day is not null;
-- One that is declared begins with the same columns.
drop index statement_line_of_day;
