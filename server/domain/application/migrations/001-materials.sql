-- A new application is asked for the papers of its nature, whoever makes it: staff, a file, a phone. What the list says later changes none of them.
create function application_asks_for_papers() returns trigger language plpgsql as $$
begin
  insert into material (apply_id, rule_id, name, need, valid_months, p_id, created_by)
  select new.apply_id, r.rule_id, r.name, r.need, r.valid_months, new.p_id, new.created_by
  from material_rule r where r.nature = new.nature and r.retired = 0 order by r.rule_id;
  return null;
end
$$;
create trigger application_asks_for_papers after insert on qualification for each row execute function application_asks_for_papers();

-- Duplicates are looked for by the cards of all members of all households.
create index if not exists member_by_card on member ("card$hash");
create index if not exists member_of_application on member (apply_id);
