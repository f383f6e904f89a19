-- Σ shares of a bill = its price (domain.md, invariant 2), when the transaction is done. What a statement adds is looked at once, all its rows
-- together, and not by two events a bill: bills are made by the ten thousand. Each step that could make a sum wrong looks at it. What is right
-- then stays right until another step; what is not yet (a bill comes before its shares) is asked again when the transaction ends.

-- Who added rows to these tables before in this transaction is answered by the rule as it was.
set constraints bill_shares_sum, bill_share_sum immediate;
drop trigger bill_shares_sum on bill;
drop trigger bill_share_sum on bill_share;

-- Bills whose sum is to be asked at the end of the transaction that put them here, and gone again by then. A table, since the store puts off only
-- what happens to a row.
create table bill_sum_due (
  due_id bigint generated always as identity primary key,
  ids integer[] not null
);

create function bill_sums_hold(asked integer[]) returns void language plpgsql as $$
declare
  wrong integer;
begin
  -- By scalar queries: a plan that the store keeps looks the bills up one by one, whether it was made for one or for twenty thousand.
  select id into wrong from unnest(asked) id
  where (select b.price from bill b where b.bill_id = id) <> (select coalesce(sum(s.price), 0) from bill_share s where s.bill_id = id)
  limit 1;
  if found then
    raise exception '账单 % 的分摊之和与金额不符', wrong using constraint = 'bill_shares_sum', errcode = 'check_violation';
  end if;
end
$$;

create function bill_sum_is_due() returns trigger language plpgsql as $$
begin
  perform bill_sums_hold(new.ids);
  delete from bill_sum_due where due_id = new.due_id;
  return null;
end
$$;
create constraint trigger bill_sum_is_due after insert on bill_sum_due deferrable initially deferred
  for each row execute function bill_sum_is_due();

-- Bills that came. One with shares came with them, by the same statement, and theirs is looked at below; one without is wrong as yet, for no price is 0.
create function bills_want_shares() returns trigger language plpgsql as $$
declare
  bare integer[] := array(
    select b.bill_id from came b where (select s.bill_id from bill_share s where s.bill_id = b.bill_id limit 1) is null
  );
begin
  if bare <> '{}' then
    insert into bill_sum_due (ids) values (bare);
  end if;
  return null;
end
$$;
create trigger bills_want_shares after insert on bill referencing new table as came for each statement execute function bills_want_shares();

-- Shares that came, with all that their bills had.
create function bill_shares_came() returns trigger language plpgsql as $$
declare
  wrong integer[] := array(
    select c.bill_id from (select distinct bill_id from came) c
    where (select b.price from bill b where b.bill_id = c.bill_id) <> (select sum(s.price) from bill_share s where s.bill_id = c.bill_id)
  );
begin
  if wrong <> '{}' then
    insert into bill_sum_due (ids) values (wrong);
  end if;
  return null;
end
$$;
create trigger bill_shares_came after insert on bill_share referencing new table as came for each statement execute function bill_shares_came();

-- What changes or goes is a row here and there, and is asked at the end as before; of a share that goes to another bill, both.
create or replace function bill_shares_sum() returns trigger language plpgsql as $$
begin
  perform bill_sums_hold(case tg_op when 'UPDATE' then array[old.bill_id, new.bill_id] else array[old.bill_id] end);
  return null;
end
$$;
create constraint trigger bill_shares_sum after update of price on bill deferrable initially deferred
  for each row when (old.price <> new.price) execute function bill_shares_sum();
create constraint trigger bill_share_sum after update on bill_share deferrable initially deferred
  for each row when (old.price <> new.price or old.bill_id <> new.bill_id) execute function bill_shares_sum();
create constraint trigger bill_share_gone after delete on bill_share deferrable initially deferred
  for each row execute function bill_shares_sum();
