-- What is allocated of an entry goes back with its reversal, by counter-entries: an allocation below zero takes back what the same entry
-- gave the same share. Rivals meet at the entry, then at the bill, then at the share, always in this order, and count only after they hold it.
create or replace function allocation_settles() returns trigger language plpgsql as $$
declare
  entry record;
  given bigint;
  given_here bigint;
  owing integer;
begin
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
  select coalesce(sum(price), 0), coalesce(sum(price) filter (where share_id = new.share_id), 0) into given, given_here
  from allocation where flow_id = new.flow_id;
  if given > entry.price then
    raise exception '核销金额超过流水余额' using constraint = 'allocation_within_flow', errcode = 'check_violation';
  end if;
  if given_here < 0 then
    raise exception '撤销的金额超过已核销金额' using constraint = 'allocation_taken_back', errcode = 'check_violation';
  end if;
  select b.bill_id into owing from bill b join bill_share s on s.bill_id = b.bill_id where s.share_id = new.share_id for no key update of b;
  update bill_share set paid = paid + new.price where share_id = new.share_id;
  update bill set paid = paid + new.price where bill_id = owing;
  return null;
end
$$;

-- Two that change the shares of one bill at once would each see a right sum: the second counts after the first is done.
create or replace function bill_shares_sum() returns trigger language plpgsql as $$
declare
  id integer := case when tg_op = 'DELETE' then old.bill_id else new.bill_id end;
begin
  perform from bill where bill_id = id for no key update;
  if exists (select from bill b where b.bill_id = id and b.price <> (select coalesce(sum(s.price), 0) from bill_share s where s.bill_id = id)) then
    raise exception '账单 % 的分摊之和与金额不符', id using constraint = 'bill_shares_sum', errcode = 'check_violation';
  end if;
  return null;
end
$$;

-- The rule is the database's own: no reversal stands while its entry still settles something, whoever wrote it.
create function flow_reversed_whole() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum(price), 0) from allocation where flow_id = new.reverses) <> 0 then
    raise exception '该流水的核销未撤销，不能红冲' using constraint = 'flow_reversed_whole', errcode = 'check_violation';
  end if;
  return null;
end
$$;
create constraint trigger flow_reversed_whole after insert on flow deferrable initially deferred
  for each row when (new.reverses is not null) execute function flow_reversed_whole();
