-- The spans are kept (server/domain/statistics/facts): the views that told them from contracts go.
drop view if exists held_view cascade;
