-- `over` is what bills that stand are for beyond what it comes to by now: of those that were made, for few are for more than that.
create view late_fee_view as
select f.*, greatest(f.total - f.billed, 0) as rest, coalesce(o.price, 0) as over,
  (case when f.total > f.billed then 1 when o.price > 0 then 2 else 0 end)::smallint as has_rest
from late_fee f
left join lateral (
  select greatest(sum(b.price) - f.total, 0)::bigint as price from late_fee_bill l join bill b on b.bill_id = l.fee_bill_id
  where f.billed > f.total and l.late_fee_id = f.late_fee_id and b.is_void = 0
) o on true
