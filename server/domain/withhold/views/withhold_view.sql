create view withhold_view as
select
  w.*, s.lines, s.price, s.done_lines, s.done_price, s.failed_lines, s.bounced_lines, d.doubts, s.done_price - coalesce(a.price, 0) as in_transit,
  (case
    when w.status in ({{withhold.judged}}) and exists (
      select from withhold_line line
      join bill_share share on share.bill_id = line.bill_id and share.party = 1 and share.paid < share.price
      join bill b on b.bill_id = line.bill_id and b.is_void = 0
      where line.batch_id = w.batch_id and line.result in ({{withhold_line.owing}})
        and not exists (select from withhold_line other where other.bill_id = line.bill_id and other.result = {{withhold_line.sent}})
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
    join bill b on b.bill_id = line.bill_id
    join bill_share share on share.bill_id = line.bill_id and share.party = 1
    where line.batch_id = w.batch_id and line.result = {{withhold_line.sent}} and (b.is_void = 1 or share.price - share.paid < line.price)
  )::integer + (
    select count(*) from withhold_line line join flow f on f.flow_id = line.flow_id and f.unused > 0
    where line.batch_id = w.batch_id and line.result = {{withhold_line.debited}}
  )::integer as doubts
) d on true
left join lateral (
  select sum(case o.way when 7 then t.price else coalesce(t.fee, 0) - t.price end)::bigint as price
  from transfer t left join own_account o on o.own_account_id = t.from_account_id
  where t.batch_id = w.batch_id and t.status = {{transfer.stands}}
) a on true
