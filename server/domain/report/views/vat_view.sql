create or replace function vat_sums(until date) returns table (month date, p_id integer, tax_kind smallint, rate numeric, gross bigint, tax bigint) language plpgsql stable rows 100 as $$
#variable_conflict use_column
begin
  return query
  select date_trunc('month', t.day::timestamp)::date, t.p_id, t.tax_kind, t.rate, sum(t.gross)::bigint, sum(t.tax)::bigint
  from public.tally_vat t where t.day <= until group by 1, 2, 3, 4;
end
$$;

create view vat_view as
select row_number() over (order by s.month, s.p_id, s.tax_kind, s.rate)::integer as vat_id, to_char(s.month, 'YYYY-MM') as month, s.p_id, s.tax_kind, s.rate,
  s.gross, s.gross - s.tax as net, s.tax, 1 as version
from vat_sums(current_date) s
