-- What is owed of a room is its project's: an opening takes no room of another.
create function opening_item_room() returns trigger language plpgsql as $$
begin
  if new.org_id is not null and (select o.p_id from org o where o.org_id = new.org_id) is distinct from (select p.p_id from opening p where p.opening_id = new.opening_id) then
    raise exception '房间不属于期初单的项目' using constraint = 'opening_item_room', errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger opening_item_room before insert or update of org_id on opening_item for each row execute function opening_item_room();
