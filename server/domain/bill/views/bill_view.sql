-- The item of money for rent, which spec.md section 5 offers no entry: what is booked as rent, whatever the operator calls it; of several the one that came with the store.
create or replace function rent_item() returns integer language sql stable as $$
  select id from cost where income = 2 and retired = 0 order by name <> '房租', id limit 1
$$;

create view bill_view as
select
  b.*,
  case b."from" when 1 then '房租' else coalesce(c.name, p.name, s.name) end as item,
  (case
    when b.is_void = 1 then 5
    when b.paid >= b.price and b.bad > 0 then 6
    when b.paid >= b.price then 3
    when b.bill_date < current_date then 4
    when b.paid > 0 then 2
    else 1
  end)::smallint as state,
  case when b.is_void = 1 then 0 else b.price - b.paid end as owed,
  -- What is written off is taxed all the same.
  case when b.tax_rate is not null then case b.is_void when 1 then 0 else vat_in(b.price + b.bad, b.tax_rate) end end as vat,
  -- A row from before there were any has none.
  (coalesce(b.reduced, 0) > 0)::integer::smallint as is_reduced,
  (coalesce(b.bad, 0) > 0)::integer::smallint as is_bad,
  (case b."from" when 1 then 2 else b."from" end)::smallint as pay_from,
  case b."from" when 1 then (select rent_item()) else b.from_id end as pay_from_id,
  case when b.is_void = 0 and b.paid < b.price and b.bill_date < current_date then current_date - b.bill_date end as days_late
from bill b
left join cost c on b."from" = 2 and c.id = b.from_id
left join pledge p on b."from" = 3 and p.id = b.from_id
left join simple s on b."from" = 4 and s.id = b.from_id
