create view withhold_line_view as
select
  line.*,
  (case
    when line.result = {{withhold_line.sent}} and b.is_void = 1 then 2
    when line.result = {{withhold_line.sent}} and s.price - s.paid < line.price then 1
    when line.result = {{withhold_line.debited}} and f.unused > 0 then 3
  end)::smallint as doubt
from withhold_line line
left join bill b on b.bill_id = line.bill_id
left join bill_share s on s.bill_id = line.bill_id and s.party = 1
left join flow f on f.flow_id = line.flow_id
