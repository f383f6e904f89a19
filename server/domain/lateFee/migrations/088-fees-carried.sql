-- A rent bill on which nothing is paid is void and made anew where other terms hold for its days: what was billed of its late fee counts for the one that replaces it.
create function late_fees_carry(of_contract integer) returns void language sql as $$
  insert into late_fee (share_id, bill_id, party, bill_date, custom_name, custom_id, company_id, contract_id, org_id, p_id, owed, days, total, is_capped, as_of, billed, carried)
  select s.share_id, b.bill_id, s.party, b.bill_date, b.custom_name, b.custom_id, case when s.party = 2 then coalesce(s.company_id, b.company_id) end, b.contract_id, b.org_id, b.p_id,
    s.price - s.paid, 0, 0, 0, current_date, before.billed, before.billed
  from bill b join bill_share s on s.bill_id = b.bill_id
  cross join lateral (
    select f.billed from bill o join bill_share r on r.bill_id = o.bill_id join late_fee f on f.share_id = r.share_id
    -- What somebody voided on purpose has a reason.
    where o.contract_id = b.contract_id and o."from" = 1 and o.is_void = 1 and o.void_why is null and o.start_date = b.start_date and o.bill_id < b.bill_id
      and r.party = s.party and r.company_id is not distinct from s.company_id
    order by o.bill_id desc limit 1
  ) before
  where b.contract_id = of_contract and b."from" = 1 and b.is_void = 0 and b.paid = 0 and before.billed > 0
  order by s.share_id on conflict (share_id) do nothing
$$;

-- Each fen is billed once: whoever bills a share holds it, and goes on from what was billed before, of it and of what it replaces.
create or replace function late_fee_is_billed() returns trigger language plpgsql as $$
begin
  perform from bill_share where share_id = new.share_id for no key update;
  if new.before <> (select coalesce(sum(l.price), 0) from late_fee_bill l where l.share_id = new.share_id)
    + coalesce((select f.carried from late_fee f where f.share_id = new.share_id), 0) then
    raise exception '分摊 % 的违约金已由别人出账', new.share_id using constraint = 'late_fee_once', errcode = 'check_violation';
  end if;
  update late_fee set billed = billed + new.price, version = version + 1, updated_at = epoch_now() where share_id = new.share_id;
  return new;
end
$$;
