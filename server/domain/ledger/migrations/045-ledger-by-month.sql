-- The ledger has a row for each calendar month of a rent bill, and it stands on the line by which the bill was made for that month, the first where a rent
-- changed within it: so that a page of it is a part of an index, however many bills there are.
create or replace function bills_get_lines(asked integer[]) returns void language sql as $$
  insert into bill_line (bill_id, month, start_date, end_date, days, price, kind, heads, p_id)
  select b.bill_id, m.month, m.start_date, m.end_date, m.end_date - m.start_date + 1, m.price, 1, case b."from" when 1 then 1 end, b.p_id
  from bill b
  cross join lateral (select b.price - coalesce((select sum(a.price) from bill_adjust a where a.bill_id = b.bill_id), 0)::bigint as price) made
  cross join lateral (
    select to_char(b.start_date, 'YYYY-MM') as month, b.start_date, b.end_date, made.price where b."from" = 3
    union all
    select month, start_date, end_date, price from by_months(b.start_date, b.end_date, made.price) where b."from" <> 3
  ) m
  where b.bill_id = any(asked) and not exists (select from bill_line l where l.bill_id = b.bill_id)
$$;

-- Those of the past. Lines are only ever added; what this one is to the ledger was not written on them.
alter table bill_line disable trigger bill_line_append_only;
update bill_line l set heads = 1
from (
  select distinct on (l.bill_id, l.month) l.line_id
  from bill_line l join bill b on b.bill_id = l.bill_id where b."from" = 1 and l.kind = 1 order by l.bill_id, l.month, l.start_date, l.line_id
) first where l.line_id = first.line_id;
alter table bill_line enable trigger bill_line_append_only;

alter table bill_line add constraint bill_line_heads check (heads is null or (heads = 1 and kind = 1));
create unique index bill_line_heads_once on bill_line (bill_id, month) where heads = 1;
create index bill_line_heads_by_month on bill_line (month, line_id) include (bill_id) where heads = 1;
create index bill_line_heads_of_project on bill_line (p_id, month, line_id) include (bill_id) where heads = 1;
create index bill_line_of_month on bill_line (bill_id, month) include (price, kind, adjust_id, end_date);
drop index bill_line_of_bill;
