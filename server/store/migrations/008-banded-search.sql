-- Indexes for a text now have the band of the key beside it where a list is in the order of its keys; all are made anew after this.
do $$
declare
  former text;
begin
  for former in
    select indexname from pg_indexes where schemaname = current_schema() and indexdef like '%USING gin (grams(%'
  loop
    execute format('drop index %I', former);
  end loop;
end $$;
