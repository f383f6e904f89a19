-- Money that came in and is not used yet.
create view open_receipt_view as
select f.flow_id, f.sn, f.custom_name, f.unused, f.price, f.way, f.deal_time, f.note, f.own_account_id, account_to_refund_from(f.own_account_id) as refund_account_id,
  f.org_id, f.custom_id, f.company_id, f.is_unknown, (case when num_nonnulls(f.custom_id, f.company_id) > 0 then 1 else 2 end)::smallint as has_party,
  is_claimed(f.flow_id, f.custom_id, f.company_id) as is_claimed, f.p_id, f.version
from flow f where f.unused > 0
