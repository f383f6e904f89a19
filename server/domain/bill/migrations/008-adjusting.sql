-- What a bill comes to is changed by adjustments alone, each a row that stays (domain.md, Money: nothing on a bill is ever edited): it changes the
-- share that it names, and with it the bill, so that the shares sum to the price and the price to what it was with all adjustments.
create sequence adjust_sn;
create function bill_adjusts() returns trigger language plpgsql as $$
begin
  update bill_share set price = price + new.price where share_id = new.share_id and bill_id = new.bill_id;
  if not found then
    raise exception '分摊 % 不是账单 % 的', new.share_id, new.bill_id using constraint = 'bill_adjust_share', errcode = 'check_violation';
  end if;
  update bill set price = price + new.price, version = version + 1, updated_at = epoch_now() where bill_id = new.bill_id;
  return null;
end
$$;
create trigger bill_adjusts after insert on bill_adjust for each row execute function bill_adjusts();
create trigger bill_adjust_append_only before update or delete on bill_adjust for each row execute function flow_is_append_only();
create trigger bill_adjust_no_truncate before truncate on bill_adjust for each statement execute function flow_is_append_only();
alter table bill_adjust add constraint bill_adjust_price check (price <> 0);

-- A share that was cut to nothing stays, as what the bill was.
alter table bill_share drop constraint bill_share_paid;
alter table bill_share add constraint bill_share_paid check (price >= 0 and paid between 0 and price);

create or replace function bill_keeps_its_price() returns trigger language plpgsql as $$
begin
  -- One level deeper it is an adjustment that changes it.
  if new.price <> old.price and old.paid > 0 and pg_trigger_depth() < 2 then
    raise exception '已收款的账单不能改金额' using constraint = 'bill_keeps_its_price', errcode = 'check_violation';
  end if;
  return new;
end
$$;

-- An organization bears a whole lease alone (domain.md); of what is charged by hand it bears the parts of spec.md section 9.
alter table bill drop constraint bill_ratio;
alter table bill add constraint bill_ratio check (
  (payer = 1 and payment_ratio in (100, 70, 50, 30)) or (payer = 2 and (payment_ratio in (50, 30) or (payment_ratio = 100 and type = 1)))
);

-- The deposit book (domain.md, Money): what was taken for a contract, moved, used and given back; only added to, and never below zero.
create function deposit_stays_whole() returns trigger language plpgsql as $$
declare
  held bigint;
begin
  -- Those who move one contract's deposit do it one after the other.
  perform from contract where contract_id = new.contract_id for no key update;
  select coalesce(sum(price), 0) + new.price into held from deposit_entry where contract_id = new.contract_id;
  if held < 0 then
    raise exception '押金余额不足' using constraint = 'deposit_held', errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger deposit_stays_whole before insert on deposit_entry for each row execute function deposit_stays_whole();
-- Whose it is may be another: two entries of one person become one (decision 026). What was taken and given stays.
create function deposit_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - '{custom_id,version,updated_at}'::text[] = to_jsonb(old) - '{custom_id,version,updated_at}'::text[] then
    return new;
  end if;
  raise exception '押金台账只能追加' using constraint = 'deposit_append_only', errcode = 'check_violation';
end
$$;
create trigger deposit_append_only before update or delete on deposit_entry for each row execute function deposit_is_append_only();
create trigger deposit_no_truncate before truncate on deposit_entry for each statement execute function deposit_is_append_only();
alter table deposit_entry add constraint deposit_price check (price <> 0 and (kind in (1, 2) or price < 0));
create index deposit_of_contract on deposit_entry (contract_id) include (price);

-- What settles a share is money that came in, or a deposit that is used for it.
alter table allocation alter column flow_id drop not null;
alter table allocation add constraint allocation_source check (num_nonnulls(flow_id, entry_id) = 1);

create function money_given(asked integer) returns bigint language sql stable as $$
  select coalesce((select sum(price) from allocation where flow_id = asked), 0)::bigint
    + coalesce((select sum(f.price) from flow f where f.refunds = asked and f.reverses is null
        and not exists (select from flow r where r.reverses = f.flow_id)), 0)::bigint
$$;

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
  select b.bill_id, b."from", b.contract_id, b.custom_id, b.company_id, b.p_id into owing
  from bill b join bill_share s on s.bill_id = b.bill_id where s.share_id = new.share_id for no key update of b;
  update bill_share set paid = paid + new.price where share_id = new.share_id;
  update bill set paid = paid + new.price where bill_id = owing.bill_id;
  -- A contract's deposit that was paid is held from then on; taken back, it is not.
  if owing."from" = 3 and owing.contract_id is not null then
    insert into deposit_entry (kind, contract_id, custom_id, company_id, price, day, flow_id, bill_id, p_id, created_by)
    values (1, owing.contract_id, owing.custom_id, case when owing.custom_id is null then owing.company_id end, new.price, current_date, new.flow_id,
      owing.bill_id, owing.p_id, new.created_by);
  end if;
  return null;
end
$$;

-- Money that is given back is no more than what the entry that brought it has left, and goes out once.
create function flow_refunds() returns trigger language plpgsql as $$
declare
  source record;
begin
  select type, price, reverses into source from flow where flow_id = new.refunds for no key update;
  if new.type <> 2 or source.type <> 1 or source.reverses is not null or exists (select from flow where reverses = new.refunds) then
    raise exception '只能退一笔有效的收入' using constraint = 'flow_refund_of_receipt', errcode = 'check_violation';
  end if;
  if money_given(new.refunds) > source.price then
    raise exception '退款超过该流水未核销的余额' using constraint = 'flow_refund_within', errcode = 'check_violation';
  end if;
  return null;
end
$$;
create trigger flow_refunds after insert on flow for each row when (new.refunds is not null and new.reverses is null) execute function flow_refunds();
create index flow_refunds_of on flow (refunds) where refunds is not null;

create or replace function flow_reversed_whole() returns trigger language plpgsql as $$
begin
  if money_given(new.reverses) <> 0 then
    raise exception '该流水的核销未撤销，或已有退款，不能红冲' using constraint = 'flow_reversed_whole', errcode = 'check_violation';
  end if;
  return null;
end
$$;
