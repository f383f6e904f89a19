-- What each cashier took and paid on a day, by account and project, with the last time that somebody signed it off. Its number is its first entry's, which stays.
create view cash_day_view as
select c.cash_day_id, c.day, c.cashier, c.own_account_id, a.way, c.entries, c.income, c.outgo, c.red, c.p_id,
  (case when s.sign_id is null then 1 when (s.entries, s.income, s.outgo) = (c.entries, c.income, c.outgo) then 2 else 3 end)::smallint as state,
  s.created_by as signed_by, s.created_at as signed_at, 1 as version
from (
  select min(f.flow_id) as cash_day_id, to_timestamp(f.deal_time)::date as day, f.created_by as cashier, f.own_account_id, f.p_id, count(*)::integer as entries,
    coalesce(sum(f.price) filter (where f.type = 1), 0)::bigint as income, coalesce(sum(f.price) filter (where f.type = 2), 0)::bigint as outgo,
    coalesce(sum(f.price) filter (where f.reverses is not null), 0)::bigint as red
  -- What is brought from the system before is no money that came.
  from flow f where f.own_account_id is distinct from 900005 group by 2, 3, 4, 5
) c
left join own_account a on a.own_account_id = c.own_account_id
left join lateral (
  select * from cash_sign s where s.day = c.day and s.cashier is not distinct from c.cashier and s.own_account_id is not distinct from c.own_account_id and s.p_id is not distinct from c.p_id
  order by s.sign_id desc limit 1
) s on true
