-- The order of a queue (domain.md): priority class, then the number that was drawn (whoever has none comes after those who have), then time
-- of qualification, then id. It is stored, so it is the same on every node; this is its one expression.
create function waiting_place(priority integer, lottery_no integer, qualified_at bigint, wait_id integer) returns text language sql immutable as $$
  select priority || '-' || lpad(coalesce(lottery_no, 99999999)::text, 8, '0') || '-' || lpad(qualified_at::text, 12, '0') || '-'
    || lpad(wait_id::text, 10, '0')
$$;
create or replace function waiting_order() returns trigger language plpgsql as $$
begin
  new.queue_order := waiting_place(new.priority, new.lottery_no, new.qualified_at, new.wait_id);
  return new;
end
$$;
drop trigger waiting_order on waiting;
create trigger waiting_order before insert or update of priority, lottery_no, qualified_at on waiting
  for each row execute function waiting_order();
-- Nobody's place changes, only how it is written: the log has nothing to tell.
alter table waiting disable trigger user;
update waiting set queue_order = waiting_place(priority, lottery_no, qualified_at, wait_id);
alter table waiting enable trigger user;
