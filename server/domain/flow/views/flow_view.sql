-- Whence money goes back that came on an account: from there, unless that was the system before (期初建账) or is used no more.
create or replace function account_to_refund_from(came_on integer) returns integer language sql stable as $$
  select own_account_id from own_account where own_account_id = came_on and retired = 0 and own_account_id <> 900005
$$;
-- Whether somebody has said whose a receipt is that came without a name: nobody may say it of another.
create or replace function is_claimed(flow integer, tenant integer, company integer) returns smallint language sql stable as $$
  select (case when num_nonnulls(tenant, company) > 0 and exists (select from flow_claim c where c.flow_id = flow) then 1 else 2 end)::smallint;
$$;
create view flow_view as
select
  f.*,
  coalesce(c.name, p.name, s.name) as item,
  account_to_refund_from(f.own_account_id) as refund_account_id,
  (case when f.unused > 0 then 1 else 2 end)::smallint as has_unused,
  (case when num_nonnulls(f.custom_id, f.company_id) > 0 then 1 else 2 end)::smallint as has_party,
  is_claimed(f.flow_id, f.custom_id, f.company_id) as is_claimed,
  (case when f.reverses is not null then 3 when r.flow_id is not null then 2 else 1 end)::smallint as state
from flow f
left join flow r on r.reverses = f.flow_id
left join cost c on f."from" = 2 and c.id = f.from_id
left join pledge p on f."from" = 3 and p.id = f.from_id
left join simple s on f."from" = 4 and s.id = f.from_id
