-- What was carried to 4103 as years were closed, credit less debit: it is no less earned for it.
create or replace function years_carried() returns table (day date, p_id integer, ledger_account_id integer, price bigint) language sql stable as $$
  select make_date(y.year::integer, 12, 31), y.p_id, y.ledger_account_id, case y.side when 1 then y.price else -y.price end from public.year_close y
$$;

create or replace function profits(until date) returns table (month date, p_id integer, ledger_account_id integer, price bigint) language plpgsql stable rows 500 as $$
#variable_conflict use_column
begin
  return query
  select date_trunc('month', t.day::timestamp)::date, t.p_id, t.ledger_account_id, sum(t.price)::bigint
  from (
    select day, p_id, ledger_account_id, credit - debit as price from public.tally_posted
    union all select day, p_id, ledger_account_id, price from years_carried()
  ) t join public.ledger_account a on a.ledger_account_id = t.ledger_account_id and a.kind = 4
  where t.day <= until group by 1, 2, 3;
end
$$;

-- What was earned stands as it is, what was spent the other way round: both read as amounts.
create view profit_view as
select ((extract(year from m.month) - 2000) * 12 + extract(month from m.month))::integer * 200000 + coalesce(m.p_id, 0) * 200 + m.ledger_account_id as profit_id,
  to_char(m.month, 'YYYY-MM') as month, m.p_id, a.code, m.ledger_account_id, k.kind, (m.price * k.sign)::bigint as price,
  (sum(m.price) over (partition by m.p_id, m.ledger_account_id, date_trunc('year', m.month::timestamp) order by m.month) * k.sign)::bigint as year, 1 as version
from profits(current_date) m
join ledger_account a on a.ledger_account_id = m.ledger_account_id
cross join lateral (select case when a.code < '64' then 1 else 2 end::smallint as kind, case when a.code < '64' then 1 else -1 end as sign) k
