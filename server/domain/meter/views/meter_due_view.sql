-- What a meter has used each time, the last six times: the middle of them is what is usual.
create or replace function usual_usage(room integer, item integer, before date) returns numeric language sql stable as $$
  select round(percentile_cont(0.5) within group (order by last.usage)::numeric, 2)
  from (
    select usage from meter where org_id = room and simple_id = item and read_date < before and status = {{meter.stands}} order by read_date desc limit 6
  ) last
$$;

-- Of rooms that are let, by themselves or with the flat that they are part of, the meters without a reading this month. A room has at most twenty: the place among them makes the number.
create view meter_due_view as
select o.org_id * 20 + (m.place - 1)::integer as due_id, o.region_name, o.org_id, (m.one ->> 'simple_id')::integer as simple_id, (m.one ->> 'price')::bigint as price,
  c.contract_id, c.custom_name, last.read_date, last.current as previous, last.usage, usual_usage(o.org_id, (m.one ->> 'simple_id')::integer, current_date + 1) as usual,
  o.p_id, 1 as version
from org o
cross join lateral (values (o.org_id), (o.part_of)) let_with (org_id)
join contract_view c on c.org_id = let_with.org_id
cross join lateral jsonb_array_elements(o.simple) with ordinality m (one, place)
join simple s on s.id = (m.one ->> 'simple_id')::integer and s.retired = 0
left join lateral (
  select r.read_date, r.current, r.usage from meter r
  where r.org_id = o.org_id and r.simple_id = s.id and r.status = {{meter.stands}} order by r.read_date desc limit 1
) last on true
where c.status in ({{contract.lets}}) and c.start_date <= current_date and coalesce(c.left_on, current_date) >= current_date
  and (last.read_date is null or last.read_date < date_trunc('month', current_date)::date)
