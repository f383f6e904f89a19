-- A deposit is held for whoever paid it (domain.md, Money): the tenant, or the company whose share of the bill was settled.
create or replace function allocation_settles() returns trigger language plpgsql as $$
declare
  entry record;
  used record;
  given_here bigint;
  owing record;
begin
  if new.entry_id is not null then
    select kind, price into used from deposit_entry where entry_id = new.entry_id for no key update;
    if used.kind <> 4 or (select sum(price) from allocation where entry_id = new.entry_id) > -used.price then
      raise exception '抵扣金额超过押金' using constraint = 'allocation_within_deposit', errcode = 'check_violation';
    end if;
  else
    -- No stronger, for whoever allocates holds the entry's key already: two of them would wait for each other.
    select type, price, reverses into entry from flow where flow_id = new.flow_id for no key update;
    if entry.reverses is not null then
      raise exception '红字流水不能核销账单' using constraint = 'allocation_of_entry', errcode = 'check_violation';
    end if;
    if new.price > 0 and entry.type <> 1 then
      raise exception '支出流水不能核销账单' using constraint = 'allocation_of_receipt', errcode = 'check_violation';
    end if;
    if new.price > 0 and exists (select from flow where reverses = new.flow_id) then
      raise exception '该流水已红冲，不能核销账单' using constraint = 'allocation_of_standing', errcode = 'check_violation';
    end if;
    select coalesce(sum(price), 0) into given_here from allocation where flow_id = new.flow_id and share_id = new.share_id;
    if money_given(new.flow_id) > entry.price then
      raise exception '核销金额超过流水余额' using constraint = 'allocation_within_flow', errcode = 'check_violation';
    end if;
    if given_here < 0 then
      raise exception '撤销的金额超过已核销金额' using constraint = 'allocation_taken_back', errcode = 'check_violation';
    end if;
  end if;
  select b.bill_id, b."from", b.contract_id, b.custom_id, b.company_id, b.p_id, s.party, s.company_id as bearer into owing
  from bill b join bill_share s on s.bill_id = b.bill_id where s.share_id = new.share_id for no key update of b;
  update bill_share set paid = paid + new.price where share_id = new.share_id;
  update bill set paid = paid + new.price where bill_id = owing.bill_id;
  -- A contract's deposit that was paid is held from then on; taken back, it is not.
  if owing."from" = 3 and owing.contract_id is not null then
    insert into deposit_entry (kind, contract_id, custom_id, company_id, price, day, flow_id, bill_id, p_id, created_by)
    values (1, owing.contract_id, case when owing.party = 1 then owing.custom_id end, case when owing.party > 1 then owing.bearer end, new.price, current_date, new.flow_id,
      owing.bill_id, owing.p_id, new.created_by);
  end if;
  return null;
end
$$;

-- What is held of a contract's deposit, and whose it is, are asked together, ten thousand times for a list.
drop index deposit_of_contract;
create index deposit_of_contract on deposit_entry (contract_id) include (price, company_id);
