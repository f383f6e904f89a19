-- Each applicant has a number by which they know themselves; whoever waited before it came gets one in the order of their coming.
alter table waiting disable trigger user;
do $$
declare
  one record;
begin
  for one in select wait_id from waiting where receipt is null order by wait_id loop
    update waiting set receipt = default where wait_id = one.wait_id;
  end loop;
end
$$;
alter table waiting enable trigger user;

-- What happened in a queue is a chain: each event has a hash over the one before and over itself, so that none can be changed, taken out or put
-- in later without its being seen. The queue is the project and the kind of room; 0 is that of all kinds.
create function waiting_event_text(e waiting_event) returns text language sql immutable as $$
  select json_build_array(e.seq, e.p_id, e.room_type, e.kind, e.wait_id, e.publication_id, e.lottery_id, e.status, e.org_id, e.reason, e.created_by, e.created_at)::text
$$;
create function waiting_event_hash(e waiting_event) returns text language sql immutable as $$
  select encode(sha256(convert_to(e.prev || E'\n' || waiting_event_text(e), 'UTF8')), 'hex')
$$;
create function waiting_event_chain() returns trigger language plpgsql as $$
declare
  before record;
begin
  if new.wait_id is not null then
    select p_id, room_type into new.p_id, new.room_type from waiting where wait_id = new.wait_id;
  end if;
  new.room_type := coalesce(new.room_type, 0);
  -- Of two at once the second waits, and hashes over what the first has written.
  perform pg_advisory_xact_lock(826110 + new.room_type, new.p_id);
  select seq, hash into before from waiting_event where p_id = new.p_id and room_type = new.room_type order by seq desc limit 1;
  new.seq := coalesce(before.seq, 0) + 1;
  new.prev := coalesce(before.hash, repeat('0', 64));
  new.hash := waiting_event_hash(new);
  return new;
end
$$;

-- Those that are there already, in the order in which they happened.
do $$
declare
  one waiting_event;
  before waiting_event;
begin
  for one in
    select e.* from waiting_event e join waiting w on w.wait_id = e.wait_id order by w.p_id, w.room_type, e.event_id
  loop
    select w.p_id, w.room_type into one.p_id, one.room_type from waiting w where w.wait_id = one.wait_id;
    if before.p_id is distinct from one.p_id or before.room_type is distinct from one.room_type then
      before := null;
    end if;
    one.seq := coalesce(before.seq, 0) + 1;
    one.prev := coalesce(before.hash, repeat('0', 64));
    one.hash := waiting_event_hash(one);
    update waiting_event set p_id = one.p_id, room_type = one.room_type, seq = one.seq, prev = one.prev, hash = one.hash
    where event_id = one.event_id;
    before := one;
  end loop;
end
$$;
create unique index waiting_event_chain on waiting_event (p_id, room_type, seq);
create trigger waiting_event_chain before insert on waiting_event for each row execute function waiting_event_chain();
