create view plan_share_view as
select p.*, b.contract_id, b.org_id, case when b.is_void = 1 then 0 else s.price - s.paid end as left
from plan_share p join bill_share s on s.share_id = p.share_id join bill b on b.bill_id = p.bill_id
