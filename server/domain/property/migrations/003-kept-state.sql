-- A room's state is kept on the room (server/domain/property/facts): nothing derives it when rooms are read.
drop view if exists org_view cascade;
