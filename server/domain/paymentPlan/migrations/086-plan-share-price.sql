-- What a share came to when its plan was drafted: what is added to it later is owed beside the plan. Of those that there are it is what was not changed since.
update plan_share x set price = s.price - coalesce((select sum(a.price) from bill_adjust a where a.share_id = x.share_id and a.created_at > p.created_at), 0)
from payment_plan p, bill_share s where p.plan_id = x.plan_id and s.share_id = x.share_id;
