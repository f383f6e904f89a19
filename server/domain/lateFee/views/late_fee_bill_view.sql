-- What of it was waived is the bill's to say.
create view late_fee_bill_view as
select l.*, (case when b.is_void = 1 then 3 when coalesce(b.reduced, 0) > 0 then 2 else 1 end)::smallint as state
from late_fee_bill l join bill b on b.bill_id = l.fee_bill_id
