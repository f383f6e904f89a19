-- What staff do with a bill (docs/decisions/047-bill-acts.md): each adjustment is a row of its own; what of a bill was reduced, and what was written off,
-- stands on the bill, so that lists ask for it.
update bill set reduced = 0 where reduced is null;
update bill set bad = 0 where bad is null;
alter table bill alter column reduced set not null;
alter table bill alter column bad set not null;
alter table bill add constraint bill_adjusted check (reduced >= 0 and bad >= 0);
-- A bill that is reduced to nothing, or written off as a whole, stays as what it was.
alter table bill drop constraint bill_price;
alter table bill add constraint bill_price check (price >= 0 and paid between 0 and price);
create index bill_bad on bill (bill_id desc) where bad > 0;
create index bill_reduced on bill (bill_id desc) where reduced > 0;

alter table bill_adjust add constraint bill_adjust_kind check (
  case kind when 3 then price < 0 when 4 then price < 0 when 5 then price > 0 when 6 then price > 0 else kind = 2 end
);

create or replace function bill_adjusts() returns trigger language plpgsql as $$
declare
  whole record;
begin
  update bill_share set price = price + new.price where share_id = new.share_id and bill_id = new.bill_id;
  if not found then
    raise exception '分摊 % 不是账单 % 的', new.share_id, new.bill_id using constraint = 'bill_adjust_share', errcode = 'check_violation';
  end if;
  update bill set price = price + new.price, version = version + 1, updated_at = epoch_now(),
    reduced = reduced - case when new.kind in (3, 6) then new.price else 0 end,
    bad = bad - case when new.kind in (4, 5) then new.price else 0 end
  where bill_id = new.bill_id returning is_void, "from" into whole;
  if new.kind <> 2 and (whole.is_void = 1 or whole."from" = 3) then
    raise exception '已作废的账单、押金账单不能减免或核销坏账' using constraint = 'bill_adjust_standing', errcode = 'check_violation';
  end if;
  -- No share gets back more than was taken from it.
  if new.kind in (5, 6) and (
    select sum(a.price) from bill_adjust a where a.share_id = new.share_id and a.kind = any(case new.kind when 5 then array[4, 5] else array[3, 6] end)
  ) > 0 then
    raise exception '恢复的金额超过减免或核销的金额' using constraint = 'bill_adjust_back', errcode = 'check_violation';
  end if;
  return null;
end
$$;

-- Who voided a bill, and when: of whatever brought it about.
create function bill_turns_void() returns trigger language plpgsql as $$
begin
  new.voided_at := epoch_now();
  new.voided_by := nullif(current_setting('anju.actor', true), '')::integer;
  return new;
end
$$;
create trigger bill_turns_void before update of is_void on bill for each row when (old.is_void = 0 and new.is_void = 1) execute function bill_turns_void();
