-- What a drill found stays as it was found.
create function restore_drill_stays() returns trigger language plpgsql as $$
begin
  raise exception '恢复演练的记录不能改、不能删' using constraint = 'restore_drill_stays', errcode = 'check_violation';
end
$$;
create trigger restore_drill_stays before update or delete on restore_drill for each row execute function restore_drill_stays();
create trigger restore_drill_stays_whole before truncate on restore_drill for each statement execute function restore_drill_stays();

-- The place holds no copy twice.
create unique index backup_copy_once on backup_copy (place, name);

-- How far each place to which the log was archived has come; of the one in force (is_current) it is known how far behind it is.
create table backup_place (
  place text primary key,
  is_current boolean not null default true,
  -- When it was first to be archived to since it came into force.
  since bigint not null default epoch_now(),
  -- Until when all is there.
  archived_at bigint
);
create unique index backup_place_current on backup_place (is_current) where is_current;
