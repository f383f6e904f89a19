-- The last day of the first month that is over and not closed; where there is none, today.
create or replace function closing_until() returns date language sql stable as $$
  select coalesce(
    (select (to_date(min(month), 'YYYY-MM') + interval '1 month')::date - 1 from closing
     where status in ({{closing.unsealed}}) and month < to_char(current_date, 'YYYY-MM')),
    current_date)
$$;

-- Accounts whose 余额调节表 does not come out. Read late: it is made after this view.
create or replace function accounts_off(until date) returns table (own_account_id integer, name text, difference bigint, p_id integer) language plpgsql stable rows 10 as $$
begin
  return query
  select r.own_account_id, a.name::text, r.bank + r.not_in_bank - r.not_out_of_bank - (r.books + r.not_in_books - r.not_out_of_books) - r.begun, r.p_id
  from reconciled(until) r join own_account a on a.own_account_id = r.own_account_id
  where r.bank + r.not_in_bank - r.not_out_of_bank - (r.books + r.not_in_books - r.not_out_of_books) - r.begun <> 0;
end
$$;

drop function if exists cash_below(date);

-- Cash accounts of which less than nothing was there by the books on a day that can still be put right: since when, and how much was missing at the most. Read late, as above.
create or replace function cash_lacks(until date) returns table (own_account_id integer, name text, day date, price bigint, p_id integer) language plpgsql stable rows 10 as $$
declare
  begun date := booked_on('-infinity');
begin
  return query
  select c.own_account_id, c.name::text, min(greatest(c.day, begun)), -min(c.price), c.p_id
  from cash_view c where c.price < 0 and c.day <= until and coalesce(c.till > begun, true) group by c.own_account_id, c.name, c.p_id;
end
$$;

-- What is still undone by the last day of a month (domain.md: month-close check): of meters, those that were read before. Reckoned from everything each time; of one
-- kind and one record it looks at that record alone.
create or replace function close_due(last_day date) returns table (item integer, day date, resource text, record_id integer, says text, price bigint, p_id integer)
language sql stable as $$
with until as materialized (select last_day as day, date_trunc('month', last_day)::date as first),
item as (
  select 1 as item, l.day, 'statement_line' as resource, l.line_id as record_id, concat_ws(' ', l.party, l.note) as says, l.price::bigint as price, l.p_id
  from statement_line l, until u where l.status = {{statement_line.open}} and l.day <= u.day
  union all
  select 2, to_timestamp(f.deal_time)::date, 'flow', f.flow_id, concat_ws(' ', f.sn, f.custom_name), f.unused, f.p_id
  from flow f, until u where f.unused > 0 and f.deal_time < extract(epoch from (u.day + 1)::timestamptz)::bigint
  union all
  select 3, u.day, 'own_account', a.own_account_id, a.name, a.difference, a.p_id from until u cross join lateral accounts_off(u.day) a
  union all
  select 4, u.day, 'org', o.org_id, concat_ws(' ', o.region_name, o.unit_floor, string_agg(distinct s.name, '、')), null, o.p_id
  from until u join contract c on c.status in ({{contract.lets}}) and c.start_date <= u.day
  join org o on o.org_id = c.org_id cross join lateral jsonb_array_elements(o.simple) m join simple s on s.id = (m ->> 'simple_id')::integer
  cross join lateral (
    select r.read_date from meter r where r.org_id = o.org_id and r.simple_id = s.id and r.status = {{meter.stands}} and r.read_date <= u.day order by r.read_date desc limit 1
  ) last
  where last.read_date < u.first
  group by u.day, o.org_id, o.region_name, o.unit_floor, o.p_id
  union all
  select 5, c.start_date, 'contract', c.contract_id, c.sn, null, c.p_id
  from until u join contract c on c.status in ({{contract.inForce}}, {{contract.surrendering}}) and c.start_date <= u.day
  where coalesce(c.collected_to, c.start_date - 1) < least(c.end_date, u.day)
    -- A bill of another bill is a late fee: so said, the index alone tells.
    and not exists (
      select from bill b where b.contract_id = c.contract_id and b."from" = 1 and b.of_bill is null and b.is_void = 0 and b.end_date >= least(c.end_date, u.day)
    )
  union all
  select 6, to_timestamp(w.created_at)::date, 'withhold', w.batch_id, concat_ws(' ', w.sn, w.bank), null, w.p_id
  from withhold w, until u where w.status = {{withhold.exported}} and to_timestamp(w.created_at)::date <= u.day
  union all
  select 7, to_timestamp(a.created_at)::date, 'audit', a.audit_id, a.subject, a.amount, a.p_id
  from audit a, until u where a.status = {{audit.asking}} and to_timestamp(a.created_at)::date <= u.day
  union all
  select 8, to_timestamp(k.checked_at)::date, 'book_check', k.check_id, k.label, null, null
  from book_check k where k.wrong > 0
  union all
  select 9, to_timestamp(i.created_at)::date, 'invoice_request', i.invoice_id, concat_ws(' ', i.sn, i.buyer, i.fail_reason), i.price, i.p_id
  from invoice_request i, until u where i.status in ({{invoice_request.sending}}, {{invoice_request.failed}}) and to_timestamp(i.created_at)::date <= u.day
  union all
  -- A deposit that was given back and came back before such was held again (12) is owed all the same (2241.05): until as much went out for the room, or to whoever it was, again.
  select 10, to_timestamp(r.deal_time)::date, 'flow', f.flow_id, concat_ws(' ', f.sn, f.custom_name), f.price, f.p_id
  from until u join flow r on r.type = 2 and r."from" = 3 and r.reverses is not null and r.deal_time < extract(epoch from (u.day + 1)::timestamptz)::bigint
  join flow f on f.flow_id = r.reverses
  where (select sum(e.price) from deposit_entry e where e.flow_id = f.flow_id and e.kind = 5) < 0 and f.price > (
    select coalesce(sum(g.price), 0) from flow g where g.type = 2 and g."from" = 3 and g.reverses is null and (g.flow_id > r.flow_id or g.created_at > f.created_at)
      and (g.org_id = f.org_id or g.custom_id = f.custom_id or g.company_id = f.company_id) and not exists (select from flow n where n.reverses = g.flow_id)
  )
  union all
  select 11, c.day, 'own_account', c.own_account_id, c.name, c.price, c.p_id from until u cross join lateral cash_lacks(u.day) c
  union all
  -- After the settlement a deduction was taken back, or what was given back has come back.
  select 12, d.day, 'surrender', s.surrender_id, s.custom_name, d.held, s.p_id
  from until u join surrender s on s.status = {{surrender.done}} and s.settled_on <= u.day
  cross join lateral (
    select sum(e.price)::bigint as held, max(e.day) as day from deposit_entry e where e.contract_id = s.contract_id and e.day <= u.day
  ) d where d.held > 0
)
select i.item, i.day, i.resource, i.record_id, i.says, i.price, i.p_id from item i
$$;

-- The same by the end of the first month that is not closed.
create view close_due_view as
select d.item, d.day, d.resource, d.record_id, d.says, d.price, d.p_id from close_due(closing_until()) d
