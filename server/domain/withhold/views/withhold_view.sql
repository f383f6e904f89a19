create view withhold_view as
select w.*, s.lines, s.price, s.done_lines, s.done_price, s.failed_lines
from withhold w
left join lateral (
  select
    count(*)::integer as lines,
    coalesce(sum(price), 0)::bigint as price,
    count(*) filter (where result = {{withhold_line.debited}})::integer as done_lines,
    coalesce(sum(price) filter (where result = {{withhold_line.debited}}), 0)::bigint as done_price,
    count(*) filter (where result = {{withhold_line.refused}})::integer as failed_lines
  from withhold_line line where line.batch_id = w.batch_id
) s on true
