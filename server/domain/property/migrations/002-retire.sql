-- What a record names is kept: deleting it would leave a number without a name. Retiring it (停用) is always possible.
create function refuse_used() returns trigger language plpgsql as $$
declare
  is_used boolean;
begin
  is_used := case tg_table_name
    when 'tags' then exists (select from org where tag @> array[old.id])
    when 'simple' then exists (select from org where simple @> jsonb_build_array(jsonb_build_object('simple_id', old.id)))
      or exists (select from bill where "from" = 4 and from_id = old.id) or exists (select from flow where "from" = 4 and from_id = old.id)
    when 'cost' then exists (select from bill where "from" = 2 and from_id = old.id) or exists (select from flow where "from" = 2 and from_id = old.id)
    when 'pledge' then exists (select from bill where "from" = 3 and from_id = old.id) or exists (select from flow where "from" = 3 and from_id = old.id)
  end;
  if is_used then
    raise exception '% % is in use', tg_table_name, old.id using errcode = '23503', constraint = 'in_use';
  end if;
  return old;
end
$$;
create trigger refuse_used before delete on tags for each row execute function refuse_used();
create trigger refuse_used before delete on simple for each row execute function refuse_used();
create trigger refuse_used before delete on cost for each row execute function refuse_used();
create trigger refuse_used before delete on pledge for each row execute function refuse_used();

-- Refuses a newly chosen row that is retired; server/store/retired.ts puts it on every column that names such rows. Arguments: the
-- column, the table that it names, and that table's key.
create function refuse_retired() returns trigger language plpgsql as $$
declare
  became constant jsonb := to_jsonb(new) -> tg_argv[0];
  was constant jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) -> tg_argv[0] end;
  ids integer[];
  is_there boolean;
begin
  if became is null or became = 'null' or became = '[]' or became is not distinct from was then return new; end if;
  ids := array(
    select value::integer from jsonb_array_elements_text(case jsonb_typeof(became) when 'array' then became else jsonb_build_array(became) end)
    except
    select value::integer from jsonb_array_elements_text(case when was is null or was = 'null' then '[]' when jsonb_typeof(was) = 'array' then was else jsonb_build_array(was) end)
  );
  execute format('select exists (select from %I where retired = 1 and %I = any($1))', tg_argv[1], tg_argv[2]) into is_there using ids;
  if is_there then raise exception '% names a retired row', tg_argv[0] using constraint = 'retired_choice'; end if;
  return new;
end
$$;
