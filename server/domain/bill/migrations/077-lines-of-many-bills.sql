-- The lines of many bills in one go. What was adjusted is joined and not looked up in what by_months is asked: PostgreSQL takes the text of a function into a query only where its arguments hold no
-- query of their own, and else plans it anew for every bill, which took ten times as long as all the rest of their lines.
create or replace function bills_get_lines(asked integer[]) returns void language sql as $$
  insert into bill_line (bill_id, month, start_date, end_date, days, price, kind, heads, p_id)
  select b.bill_id, m.month, m.start_date, m.end_date, m.end_date - m.start_date + 1, m.price, 1, case b."from" when 1 then 1 end, b.p_id
  from bill b
  left join (select a.bill_id, sum(a.price)::bigint as price from bill_adjust a where a.bill_id = any(asked) group by a.bill_id) adjusted on adjusted.bill_id = b.bill_id
  cross join lateral (
    select to_char(b.start_date, 'YYYY-MM') as month, b.start_date, b.end_date, b.price - coalesce(adjusted.price, 0) as price where b."from" = 3
    union all
    select month, start_date, end_date, price from by_months(b.start_date, b.end_date, b.price - coalesce(adjusted.price, 0)) where b."from" <> 3
  ) m
  where b.bill_id = any(asked) and not exists (select from bill_line l where l.bill_id = b.bill_id)
$$;
