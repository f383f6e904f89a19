create sequence unit_sn;

alter table org add constraint org_community_floor check (floor between -9 and 200);
-- The room map reads rooms building by building.
create index org_building on org (community_id, building, floor, number);
create index region_parent on region (parent_id, id);
