-- In a household each is counted once: by how many they are its income is judged. The applicant is none of the members, and no card is of two of them.
-- What stands in a store already stays, and so do numbers that are sealed anew: only who is entered, or gets another number, is looked at. Whoever enters
-- or corrects somebody holds the application alone: of two at once who enter the same person neither would see the other's.
create or replace function household_stays() returns trigger language plpgsql as $$
declare
  stands smallint;
begin
  select status into stands from qualification where apply_id = case tg_op when 'INSERT' then new.apply_id else old.apply_id end for no key update;
  if stands not in (1, 5) then
    raise exception 'the household of application % stays', coalesce(new.apply_id, old.apply_id) using constraint = 'household_stays';
  end if;
  if tg_op = 'UPDATE' and new.apply_id <> old.apply_id then
    raise exception 'a member stays of its application' using constraint = 'household_stays';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
create function person_once() returns trigger language plpgsql as $$
begin
  perform from qualification where apply_id = new.apply_id for no key update;
  if exists (select from member m where m.apply_id = new.apply_id and m."card$hash" = new."card$hash" and m.member_id <> new.member_id)
    or exists (select from qualification q where q.apply_id = new.apply_id and q."card$hash" = new."card$hash") then
    raise exception 'somebody of application % is entered already', new.apply_id using constraint = 'person_once';
  end if;
  return null;
end
$$;
create trigger person_once_added after insert on member for each row execute function person_once();
create trigger person_once after update of card on member for each row when (old.card is distinct from new.card) execute function person_once();
create function applicant_once() returns trigger language plpgsql as $$
begin
  if exists (select from member m where m.apply_id = new.apply_id and m."card$hash" = new."card$hash") then
    raise exception 'the applicant of % is entered already', new.apply_id using constraint = 'person_once';
  end if;
  return null;
end
$$;
create trigger applicant_once after update of card on qualification for each row when (old.card is distinct from new.card) execute function applicant_once();
