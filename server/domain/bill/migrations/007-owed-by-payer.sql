-- What a tenant owes, wherever he lives or lived.
create index bill_owed_by_tenant on bill (custom_id, bill_date) where paid < price and is_void = 0;
-- And a company, of the bills that it bears a part of.
create index bill_share_owed_by_company on bill_share (company_id) include (bill_id, price, paid) where party = 2 and paid < price;
