-- What states hold is declared with them now (src/resources) and follows from there.
alter table waiting drop constraint waiting_status;
alter table waiting drop constraint waiting_holds_a_room;
drop index waiting_queue;
drop index waiting_room_held;
alter table reserve drop constraint reserve_one_at_a_time;
alter table contract drop constraint contract_one_in_force;
drop index contract_room_in_force;
drop index contract_of_room;
drop index contract_letting;

-- Who is out of the queue, or back in it, has no room held.
update waiting set org_id = null, held_until = null where status in (1, 5) and org_id is not null;
create or replace function waiting_happened() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.status <> old.status then
    insert into waiting_event (wait_id, status, org_id, reason, p_id, created_by)
    values (new.wait_id, new.status, new.org_id, new.reason, new.p_id,
      coalesce(nullif(current_setting('anju.actor', true), '')::integer, new.created_by));
  end if;
  return null;
end
$$;
