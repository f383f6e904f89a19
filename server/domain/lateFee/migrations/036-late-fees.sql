-- What being late costs (docs/decisions/050-meters-late-fees-plans.md). Bills of it name the bill that they arise on; of one period there may be several.
drop index bill_once;
create unique index bill_once on bill (contract_id, "from", coalesce(from_id, 0), start_date, end_date)
  where contract_id is not null and is_void = 0 and of_bill is null;
create index bill_rent_owed on bill (bill_id) where "from" = 1 and is_void = 0 and paid < price;

alter table late_fee_bill add constraint late_fee_bill_sums check (price > 0 and before >= 0 and total = before + price and total <= cap);
alter table late_fee add constraint late_fee_sums check (total >= 0 and billed >= 0 and days >= 0);

-- Each fen is billed once: whoever bills a share holds it, and goes on from what was billed before.
create function late_fee_is_billed() returns trigger language plpgsql as $$
begin
  perform from bill_share where share_id = new.share_id for no key update;
  if new.before <> (select coalesce(sum(l.price), 0) from late_fee_bill l where l.share_id = new.share_id) then
    raise exception '分摊 % 的违约金已由别人出账', new.share_id using constraint = 'late_fee_once', errcode = 'check_violation';
  end if;
  update late_fee set billed = billed + new.price, version = version + 1, updated_at = epoch_now() where share_id = new.share_id;
  return new;
end
$$;
create trigger late_fee_is_billed before insert on late_fee_bill for each row execute function late_fee_is_billed();
create trigger late_fee_bill_append_only before update or delete on late_fee_bill for each row execute function flow_is_append_only();
create trigger late_fee_bill_no_truncate before truncate on late_fee_bill for each statement execute function flow_is_append_only();
