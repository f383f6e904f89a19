-- Payment channels (微信支付, 支付宝, POS) hold money on its way and have statements as banks do; the accounts that the code brings have theirs in the chart already.
create or replace function own_account_is_booked() returns trigger language plpgsql as $$
begin
  if new.ledger_account_id is not null then
    return new;
  end if;
  -- Before the chart is asked, where another account may have the code.
  if new.code !~ '^10(01|02|12)(\.[0-9]{1,8})*$' then
    raise exception '科目编码 % 不是现金、银行存款或支付渠道的', new.code using constraint = 'own_account_code', errcode = 'check_violation';
  end if;
  insert into ledger_account (code, name, kind)
  values (new.code, case left(new.code, 4) when '1001' then '库存现金—' when '1012' then '其他货币资金—' else '银行存款—' end || new.name, 1)
  returning ledger_account_id into new.ledger_account_id;
  return new;
end
$$;

-- Of each way one account is meant where an entry names none.
create unique index own_account_usual on own_account (way) where usual = 1;

-- In a store that has the chart the accounts of those entries come now, so that what is there is on them (server/domain/journal/rows.ts has the same).
insert into own_account (own_account_id, name, kind, way, usual, code, ledger_account_id)
select given.own_account_id, given.name || case when exists (select from own_account w where w.name = given.name) then '（默认）' else '' end,
  given.kind, given.way, given.usual, given.code, given.ledger_account_id
from (values
  (900001, '默认收款户', 1, 3, 1, '1002.01', 1), (900002, 'POS（在途）', 6, 8, 1, '1012.03', 2),
  (900003, '代扣（在途）', 6, 7, 1, '1012.04', 3), (900004, '待核实收款', 6, 11, 1, '1012.09', 4)
) given (own_account_id, name, kind, way, usual, code, ledger_account_id)
join ledger_account a using (ledger_account_id);

alter table flow disable trigger user;
update flow f set own_account_id = w.own_account_id from own_account w where f.own_account_id is null and f.reverses is null and w.way = f.way and w.usual = 1;
update flow f set own_account_id = o.own_account_id from flow o where f.own_account_id is null and o.flow_id = f.reverses;
alter table flow enable trigger user;

-- Money is always somewhere: where an entry does not say on which account, on the one that is meant by its way.
create function flow_finds_account() returns trigger language plpgsql as $$
begin
  new.own_account_id := (select own_account_id from own_account where way = new.way and usual = 1 and retired = 0);
  return new;
end
$$;
create trigger flow_finds_account before insert on flow for each row when (new.own_account_id is null and new.reverses is null) execute function flow_finds_account();

-- Which line of a statement an entry is on is found later, and may be found to be another.
create or replace function flow_keeps_money() returns trigger language plpgsql as $$
declare
  is_ours boolean := pg_trigger_depth() > 1;
  kept flow := old;
begin
  kept.version := new.version;
  kept.updated_at := new.updated_at;
  if is_ours then
    kept.unused := new.unused;
  else
    kept.custom_id := new.custom_id;
    kept.company_id := new.company_id;
    kept.line_id := new.line_id;
  end if;
  if kept is not distinct from new
    and (is_ours or (new.custom_id, new.company_id, new.line_id) is distinct from (old.custom_id, old.company_id, old.line_id)) then
    return new;
  end if;
  raise exception '流水只能追加，错误请红冲' using constraint = 'flow_append_only';
end
$$;
-- Entries that no line of a statement has yet: by what a line says, and by their day.
create index flow_unticked on flow (own_account_id, price, deal_time) where line_id is null and reverses is null;
create index statement_line_of_day on statement_line (own_account_id, day);
create index statement_line_by_account on statement_line ("party_account$hash") where "party_account$hash" is not null;

-- What a bank said is never rewritten; whether the books agree is another matter.
create function statement_line_stays() returns trigger language plpgsql as $$
declare
  free text[] := '{status,how,reason,version,updated_at}';
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - free = to_jsonb(old) - free then
    return new;
  end if;
  raise exception '对账单的行不能修改或删除' using constraint = 'statement_line_stays';
end
$$;
create trigger statement_line_stays before update or delete on statement_line for each row execute function statement_line_stays();
create trigger statement_line_no_truncate before truncate on statement_line for each statement execute function statement_line_stays();

-- A line agrees with the books when what it is of them is just its amount, on its account: asked when the transaction is done.
create function statement_line_agrees(asked integer) returns void language plpgsql as $$
declare
  line record;
  booked record;
begin
  select * into line from statement_line where line_id = asked;
  select count(*) as n, coalesce(sum(f.price), 0) as price, coalesce(bool_and(f.type = line.type and f.own_account_id is not distinct from line.own_account_id), true) as fits
  into booked from flow f where f.line_id = asked;
  if booked.n > 0 and not (booked.fits and booked.price = line.price and line.status = 2 and line.how in (1, 2)) or booked.n = 0 and line.status = 2 and line.how in (1, 2) then
    raise exception '对账单第 % 行与流水不符', line.file_row using constraint = 'statement_line_agrees', errcode = 'check_violation';
  end if;
  select count(*) as n, coalesce(bool_and(case line.type when 2 then t.from_account_id is not distinct from line.own_account_id and t.price = line.price
    else t.to_account_id is not distinct from line.own_account_id and t.price - coalesce(t.fee, 0) = line.price end), true) as fits
  into booked from transfer t where t.from_line_id = asked or t.to_line_id = asked;
  if booked.n > 1 or booked.n = 1 and not (booked.fits and line.status = 2 and line.how = 3) or booked.n = 0 and line.status = 2 and line.how = 3 then
    raise exception '对账单第 % 行与划转不符', line.file_row using constraint = 'statement_line_agrees', errcode = 'check_violation';
  end if;
end
$$;
create function flow_line_agrees() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.line_id is not null then
    perform statement_line_agrees(old.line_id);
  end if;
  if new.line_id is not null then
    perform statement_line_agrees(new.line_id);
  end if;
  return null;
end
$$;
create constraint trigger flow_line_agrees after insert on flow deferrable initially deferred
  for each row when (new.line_id is not null) execute function flow_line_agrees();
create constraint trigger flow_line_agrees_on_update after update of line_id on flow deferrable initially deferred
  for each row when (old.line_id is distinct from new.line_id) execute function flow_line_agrees();
create function transfer_line_agrees() returns trigger language plpgsql as $$
declare
  asked integer;
begin
  foreach asked in array array_remove(array[new.from_line_id, new.to_line_id, case tg_op when 'UPDATE' then old.from_line_id end, case tg_op when 'UPDATE' then old.to_line_id end], null) loop
    perform statement_line_agrees(asked);
  end loop;
  return null;
end
$$;
create constraint trigger transfer_line_agrees after insert or update on transfer deferrable initially deferred
  for each row execute function transfer_line_agrees();
create function statement_line_settled() returns trigger language plpgsql as $$
begin
  perform statement_line_agrees(new.line_id);
  return null;
end
$$;
create constraint trigger statement_line_settled after update of status on statement_line deferrable initially deferred
  for each row when (old.status <> new.status) execute function statement_line_settled();

alter table transfer add constraint transfer_sides check (case kind
  when 1 then from_account_id <> to_account_id and coalesce(fee, 0) between 0 and price - 1
  when 2 then from_account_id is not null and to_account_id is null and coalesce(fee, 0) = 0
  else from_account_id is null and to_account_id is not null and coalesce(fee, 0) = 0 end);
alter table transfer add constraint transfer_both_sides check (kind <> 1 or num_nulls(from_account_id, to_account_id) = 0);
alter table transfer add constraint transfer_price check (price > 0);
create unique index transfer_from_line on transfer (from_line_id) where from_line_id is not null;
create unique index transfer_to_line on transfer (to_line_id) where to_line_id is not null;
