-- What is matched, or taken back, once the month of its money is closed settles in the open month: the closed one has said what was collected in it.
create function allocation_is_booked() returns trigger language plpgsql as $$
declare
  came date := (select coalesce(f.book_day, to_timestamp(f.deal_time)::date) from flow f where f.flow_id = new.flow_id);
begin
  new.book_day := nullif(booked_on(came), came);
  return new;
end
$$;
create trigger allocation_is_booked before insert on allocation for each row when (new.flow_id is not null) execute function allocation_is_booked();
