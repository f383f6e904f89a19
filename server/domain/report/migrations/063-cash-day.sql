-- One row for each cashier, account and project of a day, where one is missing as well: whoever adds its first entry makes it (tally_cash).
create unique index cash_day_group on cash_day (day, cashier, own_account_id, p_id) nulls not distinct;
