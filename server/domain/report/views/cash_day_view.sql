-- What each cashier took and paid on a day, by account and project, with the last time that somebody signed it off.
create view cash_day_view as
select c.*, a.way, t.entries, t.income, t.outgo, t.red,
  (case when s.sign_id is null then 1 when (s.entries, s.income, s.outgo) = (t.entries, t.income, t.outgo) then 2 else 3 end)::smallint as state,
  s.created_by as signed_by, s.created_at as signed_at
from cash_day c
cross join lateral (
  select coalesce(sum(t.n), 0)::integer as entries, coalesce(sum(t.income), 0)::bigint as income, coalesce(sum(t.outgo), 0)::bigint as outgo, coalesce(sum(t.red), 0)::bigint as red
  from tally_cash t
  where hash_record(row(t.day, t.cashier, t.own_account_id, t.p_id)) = hash_record(row(c.day, c.cashier, c.own_account_id, c.p_id))
    and t.day = c.day and t.cashier is not distinct from c.cashier and t.own_account_id is not distinct from c.own_account_id and t.p_id is not distinct from c.p_id
) t
left join own_account a on a.own_account_id = c.own_account_id
left join lateral (
  select * from cash_sign s where s.day = c.day and s.cashier is not distinct from c.cashier and s.own_account_id is not distinct from c.own_account_id and s.p_id is not distinct from c.p_id
  order by s.sign_id desc limit 1
) s on true
