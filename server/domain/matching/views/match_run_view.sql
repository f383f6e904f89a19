create view match_run_view as
select r.*, m.matches, m.price, m.undone
from match_run r
left join lateral (
  select count(*)::integer as matches, coalesce(sum(price) filter (where status <> {{match.undone}}), 0)::bigint as price, count(*) filter (where status = {{match.undone}})::integer as undone
  from match where match.run_id = r.run_id
) m on true
