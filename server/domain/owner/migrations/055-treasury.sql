-- 财政 is an owner to whom rents are handed over (postings.md, 2241.06); of whom nothing may be kept, no fee is agreed on.
alter table owner drop constraint owner_identity;
alter table owner add constraint owner_identity check ((kind = 1 and card is not null) or (kind in (2, 3) and code is not null and contact is not null));
alter table entrust_agreement drop constraint entrust_agreement_terms;
alter table entrust_agreement add constraint entrust_agreement_terms check (
  (book = 1 and rent is null and (
    (fee_way = 1 and fee_percent > 0 and fee_percent <= 100 and fee_monthly is null) or (fee_way = 2 and fee_monthly > 0 and fee_percent is null)
    or (fee_way = 3 and fee_percent is null and fee_monthly is null)
  ))
  or (book = 2 and rent > 0 and fee_way is null and fee_percent is null and fee_monthly is null)
);

create or replace function owner_settlement_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.month, new.agreement_id, new.payee, new.book, new.rent, new.fee, new.net, new.p_id)
      is not distinct from (old.month, old.agreement_id, old.payee, old.book, old.rent, old.fee, old.net, old.p_id)
    and new.is_checked >= old.is_checked and new.is_undone >= old.is_undone
    and (new.owner_id = old.owner_id or exists (select from owner o where o.owner_id = old.owner_id and o.merged_into = new.owner_id)) then
    return new;
  end if;
  raise exception '结算单只能追加，错误请作废' using constraint = 'owner_settlement_stays', errcode = 'check_violation';
end
$$;

-- Which account his rents are on is told by what he is: that stays, once there is an agreement.
create function owner_kind_stays() returns trigger language plpgsql as $$
begin
  if exists (select from entrust_agreement where owner_id = new.owner_id) then
    raise exception '业主已有委托协议，类型不能改' using constraint = 'owner_kind_stays', errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger owner_kind_stays before update of kind on owner for each row when ((old.kind = 3) <> (new.kind = 3)) execute function owner_kind_stays();

-- Which way a settlement goes: it is a draft once, what is void stays so, and it is paid as long as a payment of it stands.
create function owner_settlement_goes() returns trigger language plpgsql as $$
begin
  if old.status = 4 or new.status = 1 or (old.status = 1 and new.status = 3) or (old.status = 3 and new.status = 4) then
    raise exception '结算单的状态不能这样改，已付款的先红冲付款' using constraint = 'owner_settlement_goes', errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger owner_settlement_goes before update of status on owner_settlement for each row when (old.status <> new.status) execute function owner_settlement_goes();

create function owner_settlement_paid() returns trigger language plpgsql as $$
begin
  if (select status = 3 from owner_settlement where settlement_id = new.settlement_id)
    is distinct from exists (select from flow f where f.settlement_id = new.settlement_id and not exists (select from flow r where r.reverses = f.flow_id)) then
    raise exception '结算单已付款，须有付款流水' using constraint = 'owner_settlement_paid', errcode = 'check_violation';
  end if;
  return null;
end
$$;
create constraint trigger owner_settlement_paid after update of status on owner_settlement deferrable initially deferred
for each row when (old.status <> new.status) execute function owner_settlement_paid();
