-- What companies owe is put together month by month from their own shares: few among all, which were found by going through the index of every share.
create index bill_share_of_company on bill_share (company_id, bill_id) where party > 1 and company_id is not null;
-- Bills that owe, by their day. By what is left of them, of which the planner knows how few have any (bill_rest); of two columns it takes a third of all for such, and would
-- rather look through every bill of a kind.
create index bill_rest_by_date on bill (bill_date, bill_id) where is_void = 0 and price - paid > 0;
create index bill_rest_by_kind on bill ("from", bill_date, bill_id) where is_void = 0 and price - paid > 0;
