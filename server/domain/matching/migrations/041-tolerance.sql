-- What a payment is short of by so little that it settles all the same (7), and that it does not after all (8); with the match that did it.
alter table bill_adjust drop constraint bill_adjust_kind;
alter table bill_adjust add constraint bill_adjust_kind check (
  case kind when 3 then price < 0 when 4 then price < 0 when 5 then price > 0 when 6 then price > 0 when 7 then price < 0 when 8 then price > 0 else kind = 2 end
  and (kind in (7, 8)) = (match_id is not null)
);
create index bill_adjust_of_match on bill_adjust (match_id) where match_id is not null;
create unique index bill_adjust_small_once on bill_adjust (match_id, share_id, kind) where match_id is not null;

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
  if new.kind in (5, 6, 8) and (
    select sum(a.price) from bill_adjust a
    where a.share_id = new.share_id and a.kind = any(case new.kind when 5 then array[4, 5] when 6 then array[3, 6] else array[7, 8] end)
      and (new.match_id is null or a.match_id = new.match_id)
  ) > 0 then
    raise exception '恢复的金额超过减免或核销的金额' using constraint = 'bill_adjust_back', errcode = 'check_violation';
  end if;
  return null;
end
$$;
