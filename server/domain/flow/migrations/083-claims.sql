-- Whose money is that came without a name is known later (docs/decisions/043-matching.md): said by a claim, taken back by another; each is a row that stays.
alter table flow_claim alter column price set not null;
alter table flow_claim alter column day set not null;
alter table flow_claim add constraint flow_claim_kind check (kind in (1, 2));
alter table flow_claim add constraint flow_claim_price check (price > 0);
alter table flow_claim add constraint flow_claim_party check (num_nonnulls(custom_id, company_id) = 1);

-- Rivals meet at the entry, and count only after they hold it. How much it is about is what the entry has then, whoever writes the claim.
create function flow_claim_begins() returns trigger language plpgsql as $$
declare
  entry record;
  is_taken boolean;
begin
  perform from flow where flow_id = new.flow_id for no key update;
  select f.*, f.type <> 1 or f.reverses is not null or exists (select from flow r where r.reverses = f.flow_id) as is_gone into entry
  from flow f where f.flow_id = new.flow_id;
  is_taken := num_nonnulls(entry.custom_id, entry.company_id) > 0;
  if entry.is_gone then
    raise exception '只能认领一笔有效的收款' using constraint = 'flow_claim_of_receipt', errcode = 'check_violation';
  end if;
  if new.kind = 1 and is_taken then
    raise exception '这笔收款已知道是谁的' using constraint = 'flow_claim_of_nobody', errcode = 'check_violation';
  end if;
  if new.kind = 2 and ((entry.custom_id, entry.company_id) is distinct from (new.custom_id, new.company_id)
    or not exists (select from flow_claim c where c.flow_id = new.flow_id)) then
    raise exception '这笔收款没有这样认领' using constraint = 'flow_claim_stands', errcode = 'check_violation';
  end if;
  if entry.unused = 0 then
    raise exception '这笔收款没有未核销的余额' using constraint = 'flow_claim_unused', errcode = 'check_violation';
  end if;
  new.price := entry.unused;
  new.p_id := entry.p_id;
  -- Money that is dated ahead is nobody's before it has come.
  new.day := greatest(current_date, to_timestamp(entry.deal_time)::date);
  return new;
end
$$;
create trigger flow_claim_begins before insert on flow_claim for each row execute function flow_claim_begins();

create function flow_claim_says() returns trigger language plpgsql as $$
begin
  update flow set custom_id = case new.kind when 1 then new.custom_id end, company_id = case new.kind when 1 then new.company_id end,
    version = version + 1, updated_at = epoch_now()
  where flow_id = new.flow_id;
  return null;
end
$$;
create trigger flow_claim_says after insert on flow_claim for each row execute function flow_claim_says();

-- Whose it is may be another: two entries of one person become one (decision 026).
create function flow_claim_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - '{custom_id,company_id,version,updated_at}'::text[] = to_jsonb(old) - '{custom_id,company_id,version,updated_at}'::text[] then
    return new;
  end if;
  raise exception '认领记录只能追加，错误请撤销认领' using constraint = 'flow_claim_append_only';
end
$$;
create trigger flow_claim_stays before update or delete on flow_claim for each row execute function flow_claim_stays();
create trigger flow_claim_no_truncate before truncate on flow_claim for each statement execute function flow_claim_stays();

-- A reversal is booked where its entry was, and that was nobody's: the claim goes back first. Of one that has nothing left more than that is in the way.
create function flow_not_claimed() returns trigger language plpgsql as $$
begin
  perform from flow where flow_id = new.reverses for no key update;
  if exists (
    select from flow f where f.flow_id = new.reverses and f.unused > 0 and num_nonnulls(f.custom_id, f.company_id) > 0
      and exists (select from flow_claim c where c.flow_id = f.flow_id)
  ) then
    raise exception '该流水已认领，先撤销认领再红冲' using constraint = 'flow_not_claimed';
  end if;
  return null;
end
$$;
create trigger flow_not_claimed after insert on flow for each row when (new.reverses is not null) execute function flow_not_claimed();

-- As it was; whose it is becomes known, or unknown again, by a claim alone: it moves money in the books. Two who become one have it moved from one to the other.
create or replace function flow_keeps_money() returns trigger language plpgsql as $$
declare
  is_ours boolean := pg_trigger_depth() > 1;
  kept flow := old;
begin
  kept.version := new.version;
  kept.updated_at := new.updated_at;
  if is_ours then
    kept.unused := new.unused;
    kept.invoice_held := new.invoice_held;
  else
    kept.line_id := new.line_id;
  end if;
  if is_ours or ((new.custom_id is null) = (old.custom_id is null) and (new.company_id is null) = (old.company_id is null)) then
    kept.custom_id := new.custom_id;
    kept.company_id := new.company_id;
  end if;
  if kept is not distinct from new
    and (is_ours or (new.custom_id, new.company_id, new.line_id) is distinct from (old.custom_id, old.company_id, old.line_id)) then
    return new;
  end if;
  raise exception '流水只能追加，错误请红冲' using constraint = 'flow_append_only';
end
$$;
