-- The list of void bills: few among many, and found without reading the others.
create index bill_void on bill (bill_date, bill_id) where is_void = 1;
