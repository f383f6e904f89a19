-- Of those who live with a tenant each is entered once, and the tenant is none of them. What stands in a store already stays; only who is entered, or gets
-- another number, is looked at. The tenant is held alone meanwhile: of two at once who enter the same person neither would see the other's.
create function kin_once() returns trigger language plpgsql as $$
begin
  perform from lessee where custom_id = new.custom_id for no key update;
  if exists (select from kin k where k.custom_id = new.custom_id and k."card$hash" = new."card$hash" and k.kin_id <> new.kin_id)
    or exists (select from lessee l where l.custom_id = new.custom_id and l."card$hash" = new."card$hash") then
    raise exception 'somebody of the household of % is entered already', new.custom_id using constraint = 'kin_once';
  end if;
  return null;
end
$$;
create trigger kin_once_added after insert on kin for each row execute function kin_once();
create trigger kin_once after update of card on kin for each row when (old.card is distinct from new.card) execute function kin_once();
