-- What a bill is more or less by, as other terms hold for days that were billed (9), and what of it another owes from now on (10): adjustments like the others
-- (domain.md, Money: 补差, 改付款方).
alter table bill_adjust drop constraint bill_adjust_kind;
alter table bill_adjust add constraint bill_adjust_kind check (
  case kind when 3 then price < 0 when 4 then price < 0 when 5 then price > 0 when 6 then price > 0 when 7 then price < 0 when 8 then price > 0 else kind in (2, 9, 10) end
  and (kind in (7, 8)) = (match_id is not null) and (kind = 9) = (from_date is not null)
);
alter table bill_share add constraint bill_share_added check (added is null or added = 1);

-- What an adjustment changes of the months: a stay that ends earlier loses its last days, so the last months; other terms say themselves what they change; who owes it is
-- of no month; any other is a part of each month.
create or replace function adjust_gets_lines(asked integer) returns void language plpgsql as $$
declare
  adjust record;
begin
  select adjust_id, bill_id, kind, price, p_id into adjust from bill_adjust where adjust_id = asked;
  if adjust.kind in (9, 10) then
    return;
  end if;
  insert into bill_line (bill_id, month, start_date, end_date, days, price, kind, adjust_id, p_id)
  select adjust.bill_id, m.month, m.start_date, m.end_date, m.end_date - m.start_date + 1, m.part, adjust.kind, adjust.adjust_id, adjust.p_id
  from (
    select had.*, case
      when adjust.kind = 2 then -greatest(0, least(had.price, -adjust.price - had.later))
      else (round(adjust.price * had.upto / nullif(had.whole, 0)) - round(adjust.price * (had.upto - had.price) / nullif(had.whole, 0)))
    end::bigint as part
    from (
      select month, start_date, end_date, price, sum(price) over (order by month) as upto, sum(price) over () as whole,
        coalesce(sum(price) over (order by month desc rows between unbounded preceding and 1 preceding), 0) as later
      from (
        select month, min(start_date) as start_date, max(end_date) as end_date, sum(price) as price
        from bill_line where bill_id = adjust.bill_id and kind in (1, 2, 9) and adjust_id is distinct from adjust.adjust_id group by month
      ) of_month
    ) had
  ) m where m.part <> 0;
end
$$;
