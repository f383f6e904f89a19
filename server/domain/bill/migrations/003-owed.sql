-- 代扣账单 walks what is owed from the latest due date on.
create index bill_owed_by_date on bill (bill_date desc, bill_id desc) include (custom_id) where paid < price and is_void = 0;
