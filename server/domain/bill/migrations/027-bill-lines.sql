-- A bill has lines, a calendar month each (domain.md, Money: the ledger, recognition and invoices read them), and they sum to what it comes to, adjustments included.

-- An amount of some days by calendar months: each as it has days of its own month, so that whole months are alike. What was counted up to a month's end less
-- what was counted before it, each to the nearest fen: so the parts sum to the amount.
create function by_months(from_day date, to_day date, amount bigint) returns table (month text, start_date date, end_date date, price bigint)
language sql immutable rows 3 as $$
  select to_char(part.begins, 'YYYY-MM'), part.begins, part.ends,
    (round(amount * part.upto / part.whole) - round(amount * (part.upto - part.weight) / part.whole))::bigint
  from (
    select w.*, sum(w.weight) over (order by w.begins) as upto, sum(w.weight) over () as whole
    from (
      select d.begins, d.ends, (d.ends - d.begins + 1)::numeric / extract(day from (date_trunc('month', m) + interval '1 month' - interval '1 day')) as weight
      from generate_series(date_trunc('month', from_day::timestamp), to_day::timestamp, interval '1 month') m
      cross join lateral (select greatest(m::date, from_day) as begins, least((m + interval '1 month')::date - 1, to_day) as ends) d
    ) w
  ) part
$$;

-- Bills that came with no lines of their own: what nobody counted by rents. A deposit is of no month, so it is one line, in that in which it begins.
create function bills_get_lines(asked integer[]) returns void language sql as $$
  insert into bill_line (bill_id, month, start_date, end_date, days, price, kind, p_id)
  select b.bill_id, m.month, m.start_date, m.end_date, m.end_date - m.start_date + 1, m.price, 1, b.p_id
  from bill b
  cross join lateral (select b.price - coalesce((select sum(a.price) from bill_adjust a where a.bill_id = b.bill_id), 0)::bigint as price) made
  cross join lateral (
    select to_char(b.start_date, 'YYYY-MM') as month, b.start_date, b.end_date, made.price where b."from" = 3
    union all
    select month, start_date, end_date, price from by_months(b.start_date, b.end_date, made.price) where b."from" <> 3
  ) m
  where b.bill_id = any(asked) and not exists (select from bill_line l where l.bill_id = b.bill_id)
$$;

create function bills_came() returns trigger language plpgsql as $$
begin
  perform bills_get_lines(array(select bill_id from came));
  return null;
end
$$;
create trigger bills_came after insert on bill referencing new table as came for each statement execute function bills_came();

-- What an adjustment changes of the months: a stay that ends earlier loses its last days, so the last months; any other is a part of each month.
create function adjust_gets_lines(asked integer) returns void language plpgsql as $$
declare
  adjust record;
begin
  select adjust_id, bill_id, kind, price, p_id into adjust from bill_adjust where adjust_id = asked;
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
        from bill_line where bill_id = adjust.bill_id and kind in (1, 2) and adjust_id is distinct from adjust.adjust_id group by month
      ) of_month
    ) had
  ) m where m.part <> 0;
end
$$;

create function bill_adjust_came() returns trigger language plpgsql as $$
begin
  perform adjust_gets_lines(new.adjust_id);
  return null;
end
$$;
create trigger bill_adjust_came after insert on bill_adjust for each row execute function bill_adjust_came();

alter table bill_line add constraint bill_line_price check (price <> 0 or kind = 1);
create index bill_line_of_bill on bill_line (bill_id, month) include (price, kind);
create trigger bill_line_append_only before update or delete on bill_line for each row execute function flow_is_append_only();
create trigger bill_line_no_truncate before truncate on bill_line for each statement execute function flow_is_append_only();

-- Those of the past.
select bills_get_lines(array(select bill_id from bill));
select adjust_gets_lines(adjust_id) from bill_adjust order by adjust_id;

-- What does not sum up as yet is asked again when the transaction ends (024-sums-by-statement.sql); what sums up then stays so, for lines are only added.
create function bill_lines_came() returns trigger language plpgsql as $$
declare
  wrong integer[] := array(
    select c.bill_id from (select distinct bill_id from came) c
    where (select b.price from bill b where b.bill_id = c.bill_id) <> (select sum(l.price) from bill_line l where l.bill_id = c.bill_id)
  );
begin
  if wrong <> '{}' then
    insert into bill_sum_due (ids) values (wrong);
  end if;
  return null;
end
$$;
create trigger bill_lines_came after insert on bill_line referencing new table as came for each statement execute function bill_lines_came();

create or replace function bill_sums_hold(asked integer[]) returns void language plpgsql as $$
declare
  wrong integer;
begin
  -- By scalar queries: a plan that the store keeps looks the bills up one by one, whether it was made for one or for twenty thousand.
  select id into wrong from unnest(asked) id
  where (select b.price from bill b where b.bill_id = id) <> (select coalesce(sum(s.price), 0) from bill_share s where s.bill_id = id)
  limit 1;
  if found then
    raise exception '账单 % 的分摊之和与金额不符', wrong using constraint = 'bill_shares_sum', errcode = 'check_violation';
  end if;
  select id into wrong from unnest(asked) id
  where (select b.price from bill b where b.bill_id = id) <> (select coalesce(sum(l.price), 0) from bill_line l where l.bill_id = id)
  limit 1;
  if found then
    raise exception '账单 % 的明细之和与金额不符', wrong using constraint = 'bill_lines_sum', errcode = 'check_violation';
  end if;
end
$$;
