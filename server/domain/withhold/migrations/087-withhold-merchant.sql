-- A batch that was sent keeps under which merchant's number: of those that there are nobody kept another than the account has now.
update withhold w set merchant = o.merchant_no from own_account o where o.own_account_id = w.own_account_id and w.exported_on is not null;
