-- What of an entry is not used yet stands on it, as what is paid stands on a share: the store keeps it, and refuses to use more.
alter table flow disable trigger user;
update flow f set unused = f.price - money_given(f.flow_id)
where f.type = 1 and f.reverses is null and not exists (select from flow r where r.reverses = f.flow_id) and f.price <> money_given(f.flow_id);
alter table flow enable trigger user;
alter table flow alter column unused set not null;
alter table flow add constraint flow_unused check (unused between 0 and greatest(price, 0));

create function flow_begins_unused() returns trigger language plpgsql as $$
begin
  new.unused := case when new.type = 1 and new.reverses is null then new.price else 0 end;
  return new;
end
$$;
create trigger flow_begins_unused before insert on flow for each row execute function flow_begins_unused();

-- A reversal leaves nothing of what it reverses; of money that was given back, its entry has what comes back again.
create function flow_reversal_uses() returns trigger language plpgsql as $$
declare
  refunded integer := (select refunds from flow where flow_id = new.reverses);
begin
  update flow set unused = 0 where flow_id = new.reverses and unused <> 0;
  update flow set unused = unused - new.price where flow_id = refunded;
  return null;
end
$$;
create trigger flow_reversal_uses after insert on flow for each row when (new.reverses is not null) execute function flow_reversal_uses();

create or replace function flow_refunds() returns trigger language plpgsql as $$
declare
  source record;
begin
  select type, price, unused, reverses into source from flow where flow_id = new.refunds for no key update;
  if new.type <> 2 or source.type <> 1 or source.reverses is not null or exists (select from flow where reverses = new.refunds) then
    raise exception '只能退一笔有效的收入' using constraint = 'flow_refund_of_receipt', errcode = 'check_violation';
  end if;
  if new.price > source.unused then
    raise exception '退款超过该流水未核销的余额' using constraint = 'flow_refund_within', errcode = 'check_violation';
  end if;
  update flow set unused = unused - new.price where flow_id = new.refunds;
  return null;
end
$$;

-- Whose it is may be another (decision 026), and what is left of it changes with what is made of it, by the store alone.
create or replace function flow_keeps_money() returns trigger language plpgsql as $$
declare
  free text[] := case when pg_trigger_depth() > 1 then '{unused,version,updated_at}' else '{custom_id,company_id,version,updated_at}' end;
begin
  if to_jsonb(new) - free = to_jsonb(old) - free
    and (pg_trigger_depth() > 1 or (new.custom_id, new.company_id) is distinct from (old.custom_id, old.company_id)) then
    return new;
  end if;
  raise exception '流水只能追加，错误请红冲' using constraint = 'flow_append_only';
end
$$;

create or replace function allocation_settles() returns trigger language plpgsql as $$
declare
  entry record;
  used record;
  owing record;
  is_reversed boolean;
begin
  if new.entry_id is not null then
    select kind, price into used from deposit_entry where entry_id = new.entry_id for no key update;
    if used.kind <> 4 or (select sum(price) from allocation where entry_id = new.entry_id) > -used.price then
      raise exception '抵扣金额超过押金' using constraint = 'allocation_within_deposit', errcode = 'check_violation';
    end if;
  else
    -- No stronger, for whoever allocates holds the entry's key already: two of them would wait for each other.
    select type, unused, reverses into entry from flow where flow_id = new.flow_id for no key update;
    is_reversed := exists (select from flow where reverses = new.flow_id);
    if entry.reverses is not null then
      raise exception '红字流水不能核销账单' using constraint = 'allocation_of_entry', errcode = 'check_violation';
    end if;
    if new.price > 0 and entry.type <> 1 then
      raise exception '支出流水不能核销账单' using constraint = 'allocation_of_receipt', errcode = 'check_violation';
    end if;
    if new.price > 0 and is_reversed then
      raise exception '该流水已红冲，不能核销账单' using constraint = 'allocation_of_standing', errcode = 'check_violation';
    end if;
    if new.price > entry.unused then
      raise exception '核销金额超过流水余额' using constraint = 'allocation_within_flow', errcode = 'check_violation';
    end if;
    if new.price < 0 and (select sum(price) from allocation where flow_id = new.flow_id and share_id = new.share_id) < 0 then
      raise exception '撤销的金额超过已核销金额' using constraint = 'allocation_taken_back', errcode = 'check_violation';
    end if;
    if not is_reversed then
      update flow set unused = unused - new.price where flow_id = new.flow_id;
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

-- 核销台 walks the money that is left, the earliest first; and asks who has the payer's name, and who owes just so much.
create index flow_open on flow (deal_time, flow_id) where unused > 0;
create index flow_open_of_project on flow (p_id, deal_time, flow_id) where unused > 0;
create index lessee_by_name on lessee (name);
create index bill_share_rest on bill_share ((price - paid)) where paid < price;
create index match_by_payer on match (payer_name, custom_id, company_id) where status = 1 and kind = 1;
