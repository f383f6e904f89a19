-- Each account that has statements, by the bank and by the books (银行存款余额调节表).
create or replace function reconciled(until date) returns table (
  own_account_id integer, start date, bank bigint, not_in_bank bigint, not_out_of_bank bigint, books bigint, not_in_books bigint, not_out_of_books bigint, begun bigint,
  p_id integer
) language plpgsql stable rows 10 set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  return query
  with account as (
    select a.own_account_id, a.ledger_account_id, b.start, b.p_id, f.opening::bigint as opening
    from public.own_account a
    join (select s.own_account_id, min(s.from_day) as start, case when count(s.p_id) = count(*) and min(s.p_id) = max(s.p_id) then min(s.p_id) end as p_id from public.statement s where s.status in ({{statement.there}}) and s.from_day <= until group by s.own_account_id) b
      on b.own_account_id = a.own_account_id
    cross join lateral (
      select s.opening from public.statement s where s.own_account_id = a.own_account_id and s.status in ({{statement.there}}) order by s.from_day, s.statement_id limit 1
    ) f
  ),
  item as (select i.own_account_id, i.kind, sum(i.price)::bigint as price from open_items(until) i group by i.own_account_id, i.kind),
  line as (
    select t.own_account_id, sum(t.price)::bigint as price, sum(t.aside)::bigint as aside from public.tally_statement_lines t where t.day <= until group by t.own_account_id
  ),
  -- Entries from before the first statement, and booked before it, that a line has nevertheless.
  former as (
    select a.own_account_id, sum(case f.type when 1 then f.price else -f.price end)::bigint as price
    from account a join public.flow f on f.own_account_id = a.own_account_id
    where f.line_id is not null and f.deal_time < extract(epoch from a.start::timestamptz)::bigint and coalesce(f.book_day < a.start, true) group by a.own_account_id
    union all
    select a.own_account_id, sum(case when t.from_account_id = a.own_account_id then -t.price else t.price - coalesce(t.fee, 0) end)::bigint
    from account a join public.transfer t on a.own_account_id = t.from_account_id and t.from_line_id is not null or a.own_account_id = t.to_account_id and t.to_line_id is not null
    where coalesce(t.book_day, t.day) < a.start and t.status = {{transfer.stands}} group by a.own_account_id
  ),
  -- What was booked since of what is from before, and no line has: what was wrong then is put right, or what was missing is there. No statement will ever say so.
  since as (
    select a.own_account_id, (case f.type when 1 then f.price else -f.price end)::bigint as price
    from account a join public.flow f on f.own_account_id = a.own_account_id
    where f.book_day between a.start and until and f.deal_time < extract(epoch from a.start::timestamptz)::bigint and f.line_id is null and (f.reverses is null or f.is_returned = 1)
    union all
    select a.own_account_id, (case r.type when 1 then r.price else -r.price end)::bigint
    from account a join public.flow f on f.own_account_id = a.own_account_id join public.flow r on r.reverses = f.flow_id and r.is_returned is null
    where f.deal_time < extract(epoch from a.start::timestamptz)::bigint and coalesce(r.book_day, to_timestamp(r.deal_time)::date) between a.start and until
    union all
    select m.own_account_id, case when m.day between m.start and until then m.price else 0 end - case when m.undone between m.start and until then m.price else 0 end
    from (
      select a.own_account_id, a.start, coalesce(t.book_day, t.day) as day, case t.status when {{transfer.undone}} then greatest(to_timestamp(t.updated_at)::date, t.day) end as undone,
        case when t.from_account_id = a.own_account_id then -t.price else t.price - coalesce(t.fee, 0) end::bigint as price
      from account a join public.transfer t on a.own_account_id = t.from_account_id and t.from_line_id is null or a.own_account_id = t.to_account_id and t.to_line_id is null
      where t.day < a.start
    ) m
  ),
  booked as (
    select a.own_account_id, coalesce(sum(p.debit - p.credit), 0)::bigint as price, coalesce(sum(p.debit - p.credit) filter (where p.day < a.start), 0)::bigint as before
    from account a left join public.tally_posted p on p.ledger_account_id = a.ledger_account_id and p.day <= until group by a.own_account_id
  )
  select a.own_account_id, a.start,
    coalesce(
      -- What moved since the last balance, of files that say none (a channel's bill of trades), goes on from it.
      (select l.balance + coalesce((
         select sum(case n.type when 1 then n.price else -n.price end) from public.statement_line n
         where n.own_account_id = a.own_account_id and n.status in ({{statement_line.live}}) and n.day between l.day and until and n.balance is null
           and (n.day, n.deal_time, n.line_id) > (l.day, l.deal_time, l.line_id)), 0)
       from public.statement_line l where l.own_account_id = a.own_account_id and l.status in ({{statement_line.live}}) and l.day <= until and l.balance is not null
       order by l.day desc, l.deal_time desc, l.line_id desc limit 1),
      coalesce(a.opening, 0) + coalesce(l.price, 0))::bigint,
    coalesce((select i.price from item i where i.own_account_id = a.own_account_id and i.kind = 3), 0)::bigint,
    coalesce((select i.price from item i where i.own_account_id = a.own_account_id and i.kind = 4), 0)::bigint,
    b.price,
    coalesce((select i.price from item i where i.own_account_id = a.own_account_id and i.kind = 1), 0)::bigint,
    coalesce((select i.price from item i where i.own_account_id = a.own_account_id and i.kind = 2), 0)::bigint,
    (coalesce(a.opening, 0) + coalesce(l.aside, 0) + coalesce((select sum(f.price) from former f where f.own_account_id = a.own_account_id), 0) - b.before
      - coalesce((select sum(n.price) from since n where n.own_account_id = a.own_account_id), 0))::bigint,
    -- One that takes the money of one project alone is that project's.
    a.p_id
  from account a join booked b on b.own_account_id = a.own_account_id left join line l on l.own_account_id = a.own_account_id;
end
$$;

create view reconciliation_view as
select r.own_account_id, r.own_account_id as account_id, a.kind, r.start, r.bank, r.not_in_bank, r.not_out_of_bank,
  r.bank + r.not_in_bank - r.not_out_of_bank as bank_adjusted,
  r.books, r.not_in_books, r.not_out_of_books,
  r.books + r.not_in_books - r.not_out_of_books as books_adjusted,
  r.begun,
  r.bank + r.not_in_bank - r.not_out_of_bank - (r.books + r.not_in_books - r.not_out_of_books) - r.begun as difference,
  r.p_id, 1 as version
from reconciled(current_date) r join public.own_account a on a.own_account_id = r.own_account_id
