-- The past of the business's rows, day by day: how a row stood from one day to the day before another. What changes several times on a day
-- leaves one line, that of the evening before; what came and went on one day leaves none.
create table row_history (
  resource text not null,
  record_id integer not null,
  since date not null,
  until date not null,
  row jsonb not null,
  primary key (resource, record_id, until),
  check (since < until)
);
create index row_history_day on row_history (resource, until, since);

-- The day from which on there is such a past.
create table row_history_begun (day date not null);
insert into row_history_begun values (current_date);

-- For each row that somebody changes or deletes: (resource, key, columns that are not kept).
create function keep_row_history() returns trigger language plpgsql as $$
declare
  record integer := (to_jsonb(old) ->> tg_argv[1])::integer;
  since date;
begin
  select coalesce(max(h.until), to_timestamp(old.created_at)::date) into since
  from row_history h where h.resource = tg_argv[0] and h.record_id = record;
  if since < current_date then
    insert into row_history (resource, record_id, since, until, row)
    values (tg_argv[0], record, since, current_date, to_jsonb(old) - tg_argv[2]::text[]);
  end if;
  return null;
end $$;

-- The day as of which a transaction reads (turnToDay): today, where it reads no other.
create function as_of_day() returns date language sql stable as $$
  select coalesce(nullif(current_setting('anju.as_of', true), '')::date, current_date)
$$;
