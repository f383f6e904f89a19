-- What is recovered (5) or restored (6) is so of the months of which it was written off or reduced, the last first: all of it leaves no month with more or less than it
-- had, and a part of it is of the days that are cut, or cost less by now.
create function adjust_gives_back(asked integer) returns void language sql as $$
  insert into bill_line (bill_id, month, start_date, end_date, days, price, kind, adjust_id, p_id)
  select m.bill_id, m.month, m.start_date, m.end_date, m.end_date - m.start_date + 1, m.part, m.kind, m.adjust_id, m.p_id
  from (
    select a.bill_id, a.kind, a.adjust_id, a.p_id, taken.month, taken.start_date, taken.end_date,
      least(taken.price, a.price - coalesce(sum(taken.price) over (order by taken.month desc rows between unbounded preceding and 1 preceding), 0)) as part
    from bill_adjust a cross join lateral (
      select l.month, min(l.start_date) as start_date, max(l.end_date) as end_date, -sum(l.price)::bigint as price
      from bill_line l where l.bill_id = a.bill_id and l.kind = any(case a.kind when 5 then '{4,5}'::smallint[] else '{3,6}' end)
      group by l.month having sum(l.price) < 0
    ) taken
    where a.adjust_id = asked
  ) m where m.part > 0
$$;

create or replace function bill_adjust_came() returns trigger language plpgsql as $$
begin
  if new.kind in (5, 6) then
    perform adjust_gives_back(new.adjust_id);
  else
    perform adjust_gets_lines(new.adjust_id);
  end if;
  return null;
end
$$;
