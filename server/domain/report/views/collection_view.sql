-- Rents by project and the month in which they are due, and what was paid of them by the month in which the money came, or was booked, or matched, where that one was closed. Today's are kept (bill/tallies.ts); of a past day all
-- bills are looked through as they were. Read late: the tallies are made after this view.
create or replace function rents_due() returns table (p_id integer, month date, price bigint) language plpgsql stable rows 300 as $$
#variable_conflict use_column
begin
  if coalesce(current_setting('anju.as_of', true), '') = '' then
    return query select t.p_id, t.month, sum(t.price)::bigint from public.tally_rents_due t group by 1, 2;
  else
    return query select b.p_id, date_trunc('month', b.bill_date::timestamp)::date, sum(b.price + coalesce(b.bad, 0))::bigint
      from bill b where b."from" = 1 and b.is_void = 0 group by 1, 2;
  end if;
end
$$;

create or replace function rents_paid() returns table (p_id integer, month date, came date, price bigint) language plpgsql stable rows 3000 as $$
#variable_conflict use_column
begin
  if coalesce(current_setting('anju.as_of', true), '') = '' then
    return query select r.p_id, r.month, r.came, sum(r.price)::bigint from (
      select t.p_id, t.month, t.came, t.price::bigint as price from public.tally_rents_paid t
      union all
      -- What was paid of a void bill was all taken back, maybe in another month.
      select b.p_id, date_trunc('month', b.bill_date::timestamp)::date, date_trunc('month', coalesce(a.book_day, f.book_day, to_timestamp(coalesce(f.deal_time, a.created_at))::date)::timestamp)::date, -a.price::bigint
      from public.bill b join public.bill_share s on s.bill_id = b.bill_id join public.allocation a on a.share_id = s.share_id left join public.flow f on f.flow_id = a.flow_id
      where b.is_void = 1 and b."from" = 1
    ) r group by 1, 2, 3 having sum(r.price) <> 0;
  else
    return query select b.p_id, date_trunc('month', b.bill_date::timestamp)::date, date_trunc('month', coalesce(a.book_day, f.book_day, to_timestamp(coalesce(f.deal_time, a.created_at))::date)::timestamp)::date, sum(a.price)::bigint
      from allocation a join bill_share s on s.share_id = a.share_id join bill b on b.bill_id = s.bill_id left join flow f on f.flow_id = a.flow_id
      where b."from" = 1 and b.is_void = 0 group by 1, 2, 3;
  end if;
end
$$;

-- Rents by project and the month in which they are due, and in which month the money for them came: three rates are sums of these (domain.md, rent ledger). What was written off is due
-- all the same: no rate is better for it.
create view collection_view as
with due as materialized (select * from rents_due()),
paid as materialized (select * from rents_paid())
select (coalesce(m.p_id, 0) * 10000 + (extract(year from m.month) - 2000) * 12 + extract(month from m.month))::integer as collection_id,
  to_char(m.month, 'YYYY-MM') as month, m.p_id, m.price as due, p.paid, (p.paid * 100 / nullif(m.price, 0))::integer as rate,
  d.all_due, p.all_paid, (p.all_paid * 100 / nullif(d.all_due, 0))::integer as all_rate,
  d.before - p.paid_before as old_due, p.old_paid, (p.old_paid * 100 / nullif(d.before - p.paid_before, 0))::integer as old_rate, 1 as version
from due m
cross join lateral (
  select coalesce(sum(d.price), 0)::bigint as all_due, coalesce(sum(d.price) filter (where d.month < m.month), 0)::bigint as before
  from due d where d.p_id is not distinct from m.p_id and d.month <= m.month
) d
cross join lateral (
  select coalesce(sum(p.price) filter (where p.month = m.month), 0)::bigint as paid, coalesce(sum(p.price), 0)::bigint as all_paid,
    coalesce(sum(p.price) filter (where p.month < m.month and p.came < m.month), 0)::bigint as paid_before,
    coalesce(sum(p.price) filter (where p.month < m.month and p.came = m.month), 0)::bigint as old_paid
  from paid p where p.p_id is not distinct from m.p_id and p.month <= m.month and p.came <= m.month
) p
where m.month <= current_date
