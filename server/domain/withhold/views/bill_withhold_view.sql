-- Bills that can be debited: the tenant has signed for it and still owes.
create view bill_withhold_view as
select
  b.bill_id, b.sn, b.custom_name, b.org_id, b."from", b.price, b.paid, s.price - s.paid as owed, b.bill_date, b.p_id, b.version,
  (case when b.bill_date < current_date then 4 when b.paid > 0 then 2 else 1 end)::smallint as state,
  (select line.batch_id from withhold_line line where line.bill_id = b.bill_id and line.result = {{withhold_line.sent}}) as batch_id
from bill b
join lessee l on l.custom_id = b.custom_id and l.withhold = 1
join bill_share s on s.bill_id = b.bill_id and s.party = 1 and s.paid < s.price
-- Twice, for how few those are (bill_rest).
where b.is_void = 0 and b.paid < b.price and b.price - b.paid > 0
