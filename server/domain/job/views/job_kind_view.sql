-- Each declared job with its last run (index job_of_kind).
create view job_kind_view as
select
  k.job_kind_id, k.label, k.name, k.every, k.next_at, k.version, k.created_by, k.created_at, k.updated_at,
  (case when k.next_at is null then 0 else 1 end)::smallint as is_periodic,
  r.started_at as last_at,
  (coalesce(r.finished_at, epoch_now()) - r.started_at)::integer as seconds,
  r.state_code as state,
  r.done,
  r.error
from job_kind k
left join lateral (select * from job j where j.kind = k.name order by j.job_id desc limit 1) r on true
