-- Runs as 后台任务 shows them.
create view job_run_view as
select
  j.job_id, k.job_kind_id as kind_id, j.msg, j.created_by, j.state_code as state, j.attempt, j.due_at, j.started_at, j.done, j.error, 1 as version,
  case when j.total > 0 then j.progress || ' / ' || j.total when j.state = 'running' then j.progress::text end as progress,
  (coalesce(j.finished_at, epoch_now()) - j.started_at)::integer as seconds,
  (case when j.state = 'failed' or (k.next_at is not null and j.state in ('done', 'cancelled')) then 1 else 0 end)::smallint as may_run
from job j left join job_kind k on k.name = j.kind
