create unique index structure_name on structure (coalesce(parent_id, 0), name);
alter table structure add constraint structure_head check (head_id is null or kind in (1, 2));

-- Keeps the structure a tree with centres at the top and posts at the ends. Two moves at once could each be right and make a circle
-- together, so moves wait for one another.
create function structure_placed() returns trigger language plpgsql as $$
declare
  above integer := new.parent_id;
  above_kind smallint;
begin
  perform pg_advisory_xact_lock(826103);
  if tg_op = 'UPDATE' and new.kind <> old.kind then
    raise exception 'a node keeps its kind' using errcode = '23514', constraint = 'structure_kind';
  end if;
  while above is not null loop
    if above = new.node_id then
      raise exception 'node % would be below itself', new.node_id using errcode = '23514', constraint = 'structure_cycle';
    end if;
    select parent_id into above from structure where node_id = above;
  end loop;
  select kind into above_kind from structure where node_id = new.parent_id;
  if (new.kind = 1) <> (new.parent_id is null) or above_kind = 3 then
    raise exception 'node % cannot stand there', new.node_id using errcode = '23514', constraint = 'structure_level';
  end if;
  if new.place is null then
    select coalesce(max(place), 0) + 1 into new.place from structure where parent_id is not distinct from new.parent_id;
  end if;
  return new;
end
$$;
create trigger structure_placed before insert or update of parent_id, kind on structure for each row execute function structure_placed();

create function structure_is() returns trigger language plpgsql as $$
declare
  chosen constant integer := (to_jsonb(new) ->> tg_argv[0])::integer;
begin
  if chosen is not null and not exists (select from structure where node_id = chosen and kind = tg_argv[1]::smallint) then
    raise exception 'node % is of another kind', chosen using errcode = '23514', constraint = tg_argv[2];
  end if;
  return new;
end
$$;
create trigger structure_is before insert or update of node_id on post_holder for each row execute function structure_is('node_id', '3', 'post_holder_post');
create trigger structure_is before insert or update of center_id on unit for each row execute function structure_is('center_id', '1', 'unit_center');
