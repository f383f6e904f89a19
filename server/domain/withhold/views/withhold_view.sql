-- What a line's bill and receipt are is asked by their keys, line by line: joined, while a large result is booked, the planner walks the entries that were unused a moment ago, all for each line.
create view withhold_view as
select
  w.*, s.lines, s.price, s.done_lines, s.done_price, s.failed_lines, s.bounced_lines, d.doubts, s.done_price - coalesce(a.price, 0) as in_transit,
  (case
    when w.status in ({{withhold.judged}}) and exists (
      select from withhold_line line
      where line.batch_id = w.batch_id and line.result in ({{withhold_line.owing}})
        and not exists (select from withhold_line other where other.bill_id = line.bill_id and other.result = {{withhold_line.sent}})
        and (select sum(share.price - share.paid) from bill_share share where share.bill_id = line.bill_id and share.party = 1) > 0
        and (select b.is_void from bill b where b.bill_id = line.bill_id) = 0
    ) then 1 else 0
  end)::smallint as retriable
from withhold w
left join lateral (
  select
    count(*) filter (where result in ({{withhold_line.counted}}))::integer as lines,
    coalesce(sum(price) filter (where result in ({{withhold_line.counted}})), 0)::bigint as price,
    count(*) filter (where result = {{withhold_line.debited}})::integer as done_lines,
    coalesce(sum(paid) filter (where result = {{withhold_line.debited}}), 0)::bigint as done_price,
    count(*) filter (where result = {{withhold_line.refused}})::integer as failed_lines,
    count(*) filter (where result = {{withhold_line.bounced}})::integer as bounced_lines
  from withhold_line line where line.batch_id = w.batch_id
) s on true
left join lateral (
  select (
    select count(*) from withhold_line line
    where line.batch_id = w.batch_id and line.result = {{withhold_line.sent}} and (
      (select b.is_void from bill b where b.bill_id = line.bill_id) = 1
      or (select sum(share.price - share.paid) from bill_share share where share.bill_id = line.bill_id and share.party = 1) < line.price)
  )::integer + (
    select count(*) from withhold_line line
    where line.batch_id = w.batch_id and line.result = {{withhold_line.debited}} and (select f.unused from flow f where f.flow_id = line.flow_id) > 0
  )::integer as doubts
) d on true
left join lateral (
  select sum(case o.way when 7 then t.price else coalesce(t.fee, 0) - t.price end)::bigint as price
  from transfer t left join own_account o on o.own_account_id = t.from_account_id
  where t.batch_id = w.batch_id and t.status = {{transfer.stands}}
) a on true
