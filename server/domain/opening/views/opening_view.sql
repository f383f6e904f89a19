-- What the items of an opening come to beside what the system before said; the deposits are those that came with contracts. (Rent that it had
-- collected beyond a contract's end is none of them, though it is held until the surrender is settled.)
create view opening_view as
select o.*, i.arrears, i.charges, i.prepaid, i.money, d.deposits,
  abs(i.arrears - o.arrears_asked) + abs(i.charges - o.charges_asked) + abs(i.prepaid - o.prepaid_asked) + abs(i.money - o.money_asked)
    + coalesce(abs(d.deposits - o.deposits_asked), 0) as off
from opening o
cross join lateral (
  select coalesce(sum(price) filter (where kind = 1), 0)::bigint as arrears, coalesce(sum(price) filter (where kind = 2), 0)::bigint as charges,
    coalesce(sum(price) filter (where kind = 3), 0)::bigint as prepaid, coalesce(sum(price) filter (where kind = 4), 0)::bigint as money
  from opening_item i where i.opening_id = o.opening_id
) i
cross join lateral (
  select coalesce(sum(e.price), 0)::bigint as deposits from deposit_entry e where e.p_id = o.p_id and e.kind = 6
) d
