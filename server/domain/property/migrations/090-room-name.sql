-- What a room is called (12号2单元-502) is its building's name and its number: when the number is corrected, so is that, and a flat's own house with it.
create function room_called() returns trigger language plpgsql as $$
begin
  new.unit_floor := concat_ws('-', nullif(new.building, ''), new.number);
  -- A building's number is fixed (spec.md section 9), and its rooms are many.
  update unit set number = new.number, name = coalesce(nullif(new.building, ''), new.number), version = version + 1, updated_at = epoch_now()
  where unit_id = new.unit_id and show_type <> 1 and new.part_of is null;
  return new;
end
$$;
create trigger room_called before update of number on org for each row when (new.number is distinct from old.number) execute function room_called();

-- Numbers that were corrected before.
update org set unit_floor = concat_ws('-', nullif(building, ''), number), version = version + 1
where number <> '' and right(unit_floor, length(number)) <> number;
update unit u set number = o.number, name = coalesce(nullif(o.building, ''), o.number), version = u.version + 1
from org o where o.unit_id = u.unit_id and o.part_of is null and u.show_type <> 1 and u.number is distinct from o.number;
