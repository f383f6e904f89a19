-- VAT by month and project, by the day it was booked: of what was billed at a rate (一般计税, 6 % and more) and at a levy rate (简易计税, 5 % and less), and of what
-- was bought and is deducted (account 36), less what of it is turned out again (account 40).
create or replace function vat_months(until date) returns table (month date, p_id integer, output bigint, simple bigint, input bigint, turned bigint) language plpgsql stable rows 100 as $$
#variable_conflict use_column
begin
  return query
  select date_trunc('month', t.day::timestamp)::date, t.p_id, sum(t.output)::bigint, sum(t.simple)::bigint, sum(t.input)::bigint, sum(t.turned)::bigint
  from (
    select day, p_id, case when rate > 5 then tax else 0 end as output, case when rate > 5 then 0 else tax end as simple, 0 as input, 0 as turned from public.tally_vat where tax_kind = 1
    union all select day, p_id, 0, 0, case ledger_account_id when 36 then debit - credit else 0 end, case ledger_account_id when 40 then credit - debit else 0 end
    from public.tally_posted where ledger_account_id in (36, 40)
  ) t where t.day <= until group by 1, 2;
end
$$;

create view vat_due_view as
select ((extract(year from m.month) - 2000) * 12 + extract(month from m.month))::integer * 100000 + coalesce(m.p_id, 0) as vat_due_id,
  to_char(m.month, 'YYYY-MM') as month, m.p_id, m.output, m.input, m.turned, m.output - m.input + m.turned as difference, m.simple, 1 as version
from vat_months(current_date) m
where (m.output, m.input, m.simple, m.turned) <> (0, 0, 0, 0)
