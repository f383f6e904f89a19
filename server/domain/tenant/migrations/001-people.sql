-- The order of a queue (domain.md): priority class, then time of qualification, then id; the same on every node because it is stored.
create function waiting_order() returns trigger language plpgsql as $$
begin
  new.queue_order := new.priority || '-' || lpad(new.qualified_at::text, 12, '0') || '-' || lpad(new.wait_id::text, 10, '0');
  return new;
end
$$;
create trigger waiting_order before insert or update of priority, qualified_at on waiting for each row execute function waiting_order();
alter table waiting alter column queue_order set not null;
alter table waiting add constraint waiting_status check (status between 1 and 5);
alter table waiting add constraint waiting_holds_a_room check (status not in (2, 3) or org_id is not null);
create index waiting_queue on waiting (p_id, room_type, queue_order) where status = 1;
-- A room can be held by one call only.
create unique index waiting_room_held on waiting (org_id) where status in (2, 3);

-- What happened to someone in the queue, whoever changed the row.
create function waiting_happened() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.status <> old.status then
    insert into waiting_event (wait_id, status, org_id, reason, p_id, created_by)
    values (new.wait_id, new.status, case when new.status in (2, 3, 4) then new.org_id end, new.reason, new.p_id,
      coalesce(nullif(current_setting('anju.actor', true), '')::integer, new.created_by));
  end if;
  return null;
end
$$;
create trigger waiting_happened after insert or update on waiting for each row execute function waiting_happened();

-- One room has one viewing at a time.
alter table reserve add constraint reserve_times check (end_time > start_time and end_time - start_time <= 86400);
alter table reserve add constraint reserve_one_at_a_time
  exclude using gist (org_id with =, int8range(start_time, end_time) with &&) where (status in (1, 2));

-- spec.md section 5: the birth date stands in the card; one that is no date gives none.
create function card_birth(card text) returns date language plpgsql immutable as $$
begin
  return to_date(substr(card, 7, 8), 'YYYYMMDD');
exception when others then
  return null;
end
$$;
