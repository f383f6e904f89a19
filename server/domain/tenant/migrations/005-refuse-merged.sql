-- A record that was merged into another is named anew by nothing: what names it holds it (for key share), as a merge does alone (for update),
-- so that of the two one waits for the other.
create function refuse_merged() returns trigger language plpgsql as $$
declare
  became jsonb;
  was jsonb;
  is_merged boolean;
begin
  execute format('select to_jsonb(($1).%I)', tg_argv[0]) into became using new;
  if became is null or became = 'null' or became = '[]' then return new; end if;
  if tg_op = 'UPDATE' then
    execute format('select to_jsonb(($1).%I)', tg_argv[0]) into was using old;
    if became is not distinct from was then return new; end if;
  end if;
  execute format('select coalesce(bool_or(gone), false) from (select %I is not null as gone from %I where %I = any($1) order by %3$I for key share) named',
      tg_argv[3], tg_argv[1], tg_argv[2])
    into is_merged
    using array(select value::integer from jsonb_array_elements_text(case jsonb_typeof(became) when 'array' then became else jsonb_build_array(became) end));
  if is_merged then raise exception '% names a merged row', tg_argv[0] using constraint = 'merged_choice'; end if;
  return new;
end
$$;
