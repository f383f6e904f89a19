-- A value as the log keeps it: phones and card numbers never in full (domain.md, People), the same masks as src/protocol/masks.ts.
create function logged_value(kind text, value jsonb) returns jsonb language sql immutable as $$
  select case
    when kind = 'phone' and length(value #>> '{}') >= 7 then
      to_jsonb(substr(value #>> '{}', 1, 3) || '****' || substr(value #>> '{}', 8))
    when kind = 'card' and length(value #>> '{}') >= 8 then
      to_jsonb(substr(value #>> '{}', 1, 3) || repeat('*', length(value #>> '{}') - 7) || right(value #>> '{}', 4))
    else value
  end
$$;

-- The names of what a reference, or a list of them, names: kept with the change, since they may be gone when someone reads it.
create function logged_title(target jsonb, value jsonb) returns text language plpgsql stable as $$
declare
  ids integer[];
  titles text;
begin
  if target is null or value is null then return null; end if;
  ids := case jsonb_typeof(value)
    when 'array' then array(select jsonb_array_elements_text(value)::integer)
    else array[(value #>> '{}')::integer]
  end;
  execute format('select string_agg(%I::text, ''、'' order by array_position($1, %I)) from %I where %I = any($1)',
    target ->> 'title', target ->> 'key', target ->> 'table', target ->> 'key') into titles using ids;
  return titles;
end
$$;

-- Writes one row of a declared resource's change to the log. Its one argument says what is declared: server/store/history.ts makes it.
create function log_change() returns trigger language plpgsql as $$
declare
  about constant jsonb := tg_argv[0]::jsonb;
  was constant jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  became constant jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  kept constant jsonb := case when tg_op = 'DELETE' then was else became end;
  fact jsonb;
  before jsonb;
  after jsonb;
  changes jsonb := '[]';
begin
  for fact in select jsonb_array_elements(about -> 'columns') loop
    before := nullif(nullif(was -> (fact ->> 'name'), 'null'), '[]');
    after := nullif(nullif(became -> (fact ->> 'name'), 'null'), '[]');
    continue when before is not distinct from after;
    changes := changes || jsonb_strip_nulls(jsonb_build_object(
      'column', fact ->> 'name',
      'before', logged_value(fact ->> 'is', before),
      'after', logged_value(fact ->> 'is', after),
      'before_title', logged_title(fact -> 'target', before),
      'after_title', logged_title(fact -> 'target', after)
    ));
  end loop;
  if changes = '[]' and tg_op = 'UPDATE' then return null; end if;
  insert into operation_log (created_by, address, path, label, resource, record_id, record_title, deed, area, changes, p_id)
  values (
    current_setting('anju.actor')::integer, current_setting('anju.address', true), current_setting('anju.path', true),
    coalesce(nullif(current_setting('anju.label', true), ''), about ->> 'label'), about ->> 'resource', (kept ->> (about ->> 'key'))::integer,
    left(logged_value(about ->> 'title_is', kept -> (about ->> 'title')) #>> '{}', 200),
    case tg_op when 'INSERT' then 1 when 'UPDATE' then 2 else 3 end, (about ->> 'area')::smallint, changes, (kept ->> (about ->> 'scope'))::integer
  );
  return null;
end
$$;

-- A log that could be rewritten would prove nothing (domain.md, invariant 3).
create function log_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception '操作日志只能追加' using constraint = 'operation_log_append_only';
end
$$;
create trigger operation_log_append_only before update or delete on operation_log for each row execute function log_is_append_only();
create trigger operation_log_no_truncate before truncate on operation_log for each statement execute function log_is_append_only();

-- One record's own history.
create index operation_log_record on operation_log (resource, record_id, log_id);
