alter table opening_item add constraint opening_item_party check (kind = 4 or num_nonnulls(custom_id, company_id) = 1);
alter table opening_item add constraint opening_item_period check (kind > 2 or end_date >= start_date);
create unique index opening_item_of_bill on opening_item (bill_id);
create unique index opening_item_of_flow on opening_item (flow_id);
create unique index opening_item_of_transfer on opening_item (transfer_id);

-- What was booked (2) is what was reconciled; that its party turns out to be another's second entry is no change of it. Held while it is asked: an item does not slip in as
-- the opening is booked.
create function opening_item_stays() returns trigger language plpgsql as $$
begin
  if (select status from opening where opening_id = case tg_op when 'DELETE' then old.opening_id else new.opening_id end for share) = 2
    and not (tg_op = 'UPDATE' and (new.opening_id, new.kind, new.org_id, new.cost_id, new.own_account_id, new.price, new.bill_date, new.start_date, new.end_date)
        is not distinct from (old.opening_id, old.kind, old.org_id, old.cost_id, old.own_account_id, old.price, old.bill_date, old.start_date, old.end_date)
      and (new.custom_id is not distinct from old.custom_id or exists (select from lessee l where l.custom_id = old.custom_id and l.merged_into = new.custom_id))
      and (new.company_id is not distinct from old.company_id or exists (select from company c where c.company_id = old.company_id and c.merged_into = new.company_id)))
  then
    raise exception '已建账的期初单不能再改' using constraint = 'opening_item_open';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
create trigger opening_item_stays before insert or update or delete on opening_item for each row execute function opening_item_stays();

-- Of what was owed before the whole is one party's.
alter table bill drop constraint bill_ratio;
alter table bill add constraint bill_ratio check (
  case when type = 1 or opening_id is not null then payment_ratio between 0 and 100
  else (payer = 1 and payment_ratio in (100, 70, 50, 30)) or (payer = 2 and payment_ratio in (50, 30)) end
);
create index bill_of_opening on bill (opening_id) where opening_id is not null;

-- The account that an opening is told against is not one that money moves on: entries and transfers name it while one is booked, and as they are taken back.
create function opening_alone() returns trigger language plpgsql as $$
begin
  raise exception '期初建账的账户只用于期初建账' using constraint = 'opening_alone';
end
$$;
create trigger flow_opening_alone before insert on flow for each row
  when (new.own_account_id = 900005 and new.reverses is null and coalesce(current_setting('anju.opening', true), '') <> 'on') execute function opening_alone();
create trigger transfer_opening_alone before insert on transfer for each row
  when ((new.from_account_id = 900005 or new.to_account_id = 900005) and coalesce(current_setting('anju.opening', true), '') <> 'on') execute function opening_alone();
