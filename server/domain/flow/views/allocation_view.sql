create view allocation_view as
select a.*, b.bill_id, b.sn as bill_sn, b.custom_id, s.company_id, s.party
from allocation a
left join bill_share s on s.share_id = a.share_id
left join bill b on b.bill_id = s.bill_id
