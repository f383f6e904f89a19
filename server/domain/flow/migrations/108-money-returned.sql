-- Money that moved and moved back (server/domain/flow/bounce.ts): its reversal is a movement of its own, and may be on a line of a statement. Few among all.
alter table flow add constraint flow_returned check (is_returned is null or is_returned = 1 and reverses is not null);
create index flow_returned on flow (own_account_id, price, deal_time) where is_returned = 1;

-- A line agrees with the books when what it is of them comes to its amount, on its account; what moved back is booked below zero on the side of what it takes back.
create or replace function statement_line_agrees(asked integer) returns void language plpgsql as $$
declare
  line record;
  booked record;
begin
  select * into line from statement_line where line_id = asked;
  select count(*) as n, coalesce(sum(case f.type when line.type then f.price else -f.price end), 0) as price,
    coalesce(bool_and((f.type = line.type and f.price > 0 or f.is_returned = 1) and f.own_account_id is not distinct from line.own_account_id), true) as fits
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
