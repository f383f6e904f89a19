-- By the day that a line says, and on which an entry is booked, whenever it was written down: a month's statement comes in the next one. An entry is booked on its own
-- day or a later one (booked_on).

-- What only the bank or only the books know of an account that has statements, at the end of a day. An entry before the first statement is its concern only
-- where a line has it. Planned anew for each day: of some it is few rows, of others all.
create or replace function open_items(until date) returns table (
  item_id integer, own_account_id integer, kind integer, day date, party text, price bigint, note text, resource text, record_id integer, p_id integer
) language plpgsql stable rows 1000 set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  ends bigint := extract(epoch from (until + 1)::timestamptz)::bigint;
begin
  return query
  with begun as (select s.own_account_id, min(s.from_day) as start from public.statement s where s.status in ({{statement.there}}) group by s.own_account_id),
  line as (
    -- Lines that nothing has, and those that were entered on a later day.
    select l.line_id, l.price::bigint as price from public.statement_line l where l.status = {{statement_line.open}} and l.day <= until
    union all
    select f.line_id, sum(case f.type when l.type then f.price else -f.price end)::bigint from public.flow f join public.statement_line l on l.line_id = f.line_id
    where (f.deal_time >= ends or f.book_day > until) and l.day <= until and l.status = {{statement_line.settled}} group by f.line_id
    union all
    select l.line_id, l.price from public.transfer t join public.statement_line l on l.line_id in (t.from_line_id, t.to_line_id)
    where coalesce(t.book_day, t.day) > until and t.status = {{transfer.stands}} and l.day <= until and l.status = {{statement_line.settled}}
  ),
  entry as (
    -- The first day is compared beside the account, so that no index of days alone is taken for it: that has the entries of all accounts, those with a line, too (flow_unlined).
    select f.* from public.flow f join begun b on b.own_account_id = f.own_account_id
    where f.line_id is null and f.reverses is null and f.deal_time < ends and coalesce(f.book_day <= until, true)
      and (f.own_account_id, f.deal_time) >= (b.own_account_id, extract(epoch from b.start::timestamptz)::bigint)
    union all
    -- What moved back is no mistake: either movement is at the bank.
    select f.* from public.flow f join begun b on b.own_account_id = f.own_account_id
    where f.is_returned = 1 and f.line_id is null and f.deal_time < ends and coalesce(f.book_day <= until, true)
      and f.deal_time >= extract(epoch from b.start::timestamptz)::bigint
    union all
    select f.* from public.flow f join public.statement_line l on l.line_id = f.line_id where l.day > until and f.deal_time < ends and coalesce(f.book_day <= until, true)
  ),
  moved as (
    select t.from_account_id as own_account_id, 4 as kind, t.day, t.price::bigint as price, t.note, t.transfer_id, t.p_id, t.from_line_id as line_id
    from public.transfer t where coalesce(t.book_day, t.day) <= until and (t.status = {{transfer.stands}} or to_timestamp(t.updated_at)::date > until) and t.from_account_id is not null
    union all
    select t.to_account_id, 3, t.day, (t.price - coalesce(t.fee, 0))::bigint, t.note, t.transfer_id, t.p_id, t.to_line_id
    from public.transfer t where coalesce(t.book_day, t.day) <= until and (t.status = {{transfer.stands}} or to_timestamp(t.updated_at)::date > until) and t.to_account_id is not null
  )
  select l.line_id * 4, l.own_account_id, case l.type when 1 then 1 else 2 end, l.day, l.party::text, i.price, l.note::text, 'statement_line', l.line_id, l.p_id
  from line i join public.statement_line l on l.line_id = i.line_id
  union all
  select e.flow_id * 4 + 1, e.own_account_id, case when (e.type = 1) = (e.price > 0) then 3 else 4 end, to_timestamp(e.deal_time)::date, e.custom_name::text, abs(e.price)::bigint, e.note::text, 'flow', e.flow_id, e.p_id
  from entry e where not exists (select from public.flow r where r.reverses = e.flow_id and r.is_returned is null and r.deal_time < ends and coalesce(r.book_day <= until, true))
  union all
  select m.transfer_id * 4 + m.kind - 1, m.own_account_id, m.kind, m.day, '资金划转', m.price, m.note::text, 'transfer', m.transfer_id, m.p_id
  from moved m join begun b on b.own_account_id = m.own_account_id
  where case when m.line_id is null then m.day >= b.start else exists (select from public.statement_line l where l.line_id = m.line_id and l.day > until) end;
end
$$;

create view open_item_view as
select i.item_id, i.own_account_id, i.kind::smallint as kind, i.day, i.party, i.price, current_date - i.day as days, i.note, i.resource, i.record_id, i.p_id, 1 as version
from open_items(current_date) i
