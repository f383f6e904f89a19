create sequence bill_sn;

alter table bill alter column type set not null;
alter table bill alter column price set not null;
alter table bill alter column paid set not null;
alter table bill alter column "from" set not null;
alter table bill alter column bill_date set not null;
alter table bill alter column start_date set not null;
alter table bill alter column end_date set not null;
alter table bill alter column custom_name set not null;
alter table bill alter column payer set not null;
alter table bill alter column payment_ratio set not null;
alter table bill alter column sn set not null;
alter table bill alter column is_void set not null;

alter table bill add constraint bill_price check (price > 0 and paid between 0 and price);
alter table bill add constraint bill_source check ("from" in (1, 2, 3, 4));
alter table bill add constraint bill_type check (type in (1, 2));
alter table bill add constraint bill_period check (end_date >= start_date);
alter table bill add constraint bill_void_unpaid check (is_void = 0 or paid = 0);
-- spec.md section 9: a tenant pays 100, 70, 50 or 30 percent, an organization 50 or 30.
alter table bill add constraint bill_ratio check (
  (payer = 1 and payment_ratio in (100, 70, 50, 30)) or (payer = 2 and payment_ratio in (50, 30))
);
create unique index bill_sn_key on bill (sn);
-- Generating a contract's bills twice makes nothing twice.
create unique index bill_once on bill (contract_id, "from", coalesce(from_id, 0), start_date, end_date)
  where contract_id is not null and is_void = 0;
-- What a room's state and the workbench ask: who owes.
create index bill_owed on bill (contract_id, bill_date) where paid < price and is_void = 0;
create index bill_owed_by_project on bill (p_id, bill_date) include (price, paid) where paid < price and is_void = 0;
create index bill_rent on bill (start_date desc, bill_id desc) where "from" = 1 and is_void = 0;
create index bill_rent_of_project on bill (p_id, start_date desc, bill_id desc) where "from" = 1 and is_void = 0;

alter table bill_share alter column paid set not null;
alter table bill_share add constraint bill_share_paid check (price > 0 and paid between 0 and price);
alter table bill_share add constraint bill_share_party check (party in (1, 2));

-- Σ shares of a bill = its price (domain.md, invariant 2), when the transaction is done.
create function bill_shares_sum() returns trigger language plpgsql as $$
declare
  id integer := case when tg_op = 'DELETE' then old.bill_id else new.bill_id end;
begin
  if exists (select from bill b where b.bill_id = id and b.price <> (select coalesce(sum(s.price), 0) from bill_share s where s.bill_id = id)) then
    raise exception '账单 % 的分摊之和与金额不符', id using constraint = 'bill_shares_sum', errcode = 'check_violation';
  end if;
  return null;
end
$$;
create constraint trigger bill_shares_sum after insert or update of price on bill deferrable initially deferred
  for each row execute function bill_shares_sum();
create constraint trigger bill_share_sum after insert or update or delete on bill_share deferrable initially deferred
  for each row execute function bill_shares_sum();

-- A bill that was paid on keeps its price and its parties.
create function bill_keeps_its_price() returns trigger language plpgsql as $$
begin
  if new.price <> old.price and old.paid > 0 then
    raise exception '已收款的账单不能改金额' using constraint = 'bill_keeps_its_price', errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger bill_keeps_its_price before update of price on bill for each row execute function bill_keeps_its_price();

-- Allocations are only added; each settles a part of its share, and a flow gives no more than it brought (invariants 1 and 3).
create function allocation_settles() returns trigger language plpgsql as $$
declare
  brought bigint;
  given bigint;
begin
  select abs(price) into brought from flow where flow_id = new.flow_id for update;
  select coalesce(sum(price), 0) into given from allocation where flow_id = new.flow_id;
  if given > brought then
    raise exception '核销金额超过流水余额' using constraint = 'allocation_within_flow', errcode = 'check_violation';
  end if;
  update bill_share set paid = paid + new.price where share_id = new.share_id;
  update bill set paid = paid + new.price where bill_id = (select bill_id from bill_share where share_id = new.share_id);
  return null;
end
$$;
alter table allocation add constraint allocation_price check (price <> 0);
create trigger allocation_settles after insert on allocation for each row execute function allocation_settles();
create trigger allocation_append_only before update or delete on allocation for each row execute function flow_is_append_only();
create trigger allocation_no_truncate before truncate on allocation for each statement execute function flow_is_append_only();

alter table meter alter column previous set not null;
alter table meter alter column price set not null;
alter table meter alter column usage set not null;
alter table meter alter column amount set not null;
-- Readings never go down unless the meter is replaced.
alter table meter add constraint meter_goes_up check (current >= previous and usage = current - previous and amount >= 0);
create unique index meter_once_a_day on meter (org_id, simple_id, read_date);

-- A bill is in one open batch at most.
create unique index withhold_line_open on withhold_line (bill_id) where result = 0;
