create view allocation_view as
select a.*, b.sn as bill_sn
from allocation a
left join bill_share s on s.share_id = a.share_id
left join bill b on b.bill_id = s.bill_id
