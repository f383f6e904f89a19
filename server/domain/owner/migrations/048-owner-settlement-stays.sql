-- What a settlement came to, and of what rent it was, stays as it was told: only its way goes on. A void one makes up for what is wrong (docs/decisions/051-owner-settlement.md).
-- That its owner turns out to be another's second entry is no change of it.
create function owner_settlement_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.month, new.agreement_id, new.book, new.rent, new.fee, new.net, new.p_id)
      is not distinct from (old.month, old.agreement_id, old.book, old.rent, old.fee, old.net, old.p_id)
    and new.is_checked >= old.is_checked and new.is_undone >= old.is_undone
    and (new.owner_id = old.owner_id or exists (select from owner o where o.owner_id = old.owner_id and o.merged_into = new.owner_id)) then
    return new;
  end if;
  raise exception '结算单只能追加，错误请作废' using constraint = 'owner_settlement_stays', errcode = 'check_violation';
end
$$;
create trigger owner_settlement_stays before update or delete on owner_settlement for each row execute function owner_settlement_stays();
create trigger owner_settlement_no_truncate before truncate on owner_settlement for each statement execute function owner_settlement_stays();

create function owner_rent_stays() returns trigger language plpgsql as $$
begin
  if (new.agreement_id, new.bill_id, new.share, new.p_id) is not distinct from (old.agreement_id, old.bill_id, old.share, old.p_id)
    and (new.owner_id = old.owner_id or exists (select from owner o where o.owner_id = old.owner_id and o.merged_into = new.owner_id)) then
    return new;
  end if;
  raise exception '代收租金只能追加' using constraint = 'owner_rent_stays', errcode = 'check_violation';
end
$$;
create trigger owner_rent_stays before update of owner_id, agreement_id, bill_id, share, p_id on owner_rent for each row execute function owner_rent_stays();
