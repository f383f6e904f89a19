-- Rooms in repair while an order that lays them up is under way: the order gives them back, as it did.
update org set laid_up = 1, version = version + 1
where status = 2 and exists (select from repair r where r.org_id = org.org_id and r.lays_up = 1 and r.status = 2);
