import { type RawBuilder, sql } from 'kysely'
import { codeOf } from '../../../src/core/states.ts'
import outboxResource from '../../../src/resources/outbox/outbox.ts'

/** A number that the store tells at each scrape: one, or one of each row by its labels. */
export interface Figure {
  name: string
  help: string
  labels?: readonly string[]
  asked: RawBuilder<Readonly<Record<string, string | number | null>>>
}

/** Each periodic job by its last run, backups and drills among them, which nobody would miss until they are wanted; and what waits. */
const jobs: readonly Figure[] = [
  {
    name: 'anju_job_done_at',
    help: 'When a job was last done, in seconds since 1970',
    labels: ['job'],
    asked: sql`
      select k.name as job, coalesce((select max(j.finished_at) from job j where j.kind = k.name and j.state = 'done'), 0)::bigint as value
      from job_kind k join job_kind_view v using (job_kind_id) where k.next_at is not null and v.state is not null
    `,
  },
  {
    name: 'anju_job_failed',
    help: 'Whether the last run of a job failed',
    labels: ['job'],
    asked: sql`
      select k.name as job, (v.state = 4)::integer as value
      from job_kind k join job_kind_view v using (job_kind_id) where k.next_at is not null and v.state is not null
    `,
  },
  {
    name: 'anju_jobs',
    help: 'Jobs by kind that are queued, running, or failed within the last day',
    labels: ['job', 'state'],
    asked: sql`
      select kind as job, state, count(*)::integer as value from job where state in ('queued', 'running') group by 1, 2
      union all
      select kind, state, count(*)::integer from job where state = 'failed' and finished_at > epoch_now() - 86400 group by 1, 2
    `,
  },
  {
    name: 'anju_jobs_waiting_seconds',
    help: 'For so long the oldest job that is due has not been taken',
    asked: sql`
      select coalesce(max(epoch_now() - greatest(created_at, extract(epoch from not_before)::bigint)), 0)::integer as value
      from job where state = 'queued' and (not_before is null or not_before < now())
    `,
  },
]

const counted = (['waiting', 'failed', 'untold'] as const).map((state) => sql`(${state}, ${codeOf(outboxResource, state)}::smallint)`)

/** Letters that are to leave by themselves: those that staff tell are not late. */
const outbox: readonly Figure[] = [
  {
    name: 'anju_outbox',
    help: 'Letters in the outbox by state: waiting to be sent, failed, or for staff to tell',
    labels: ['state'],
    asked: sql`
      select s.state, (select count(*) from outbox o where o.state = s.code)::integer as value
      from (values ${sql.join(counted)}) s (state, code)
    `,
  },
  {
    name: 'anju_outbox_oldest_seconds',
    help: 'Age of the oldest letter that waits to be sent; 0 where none does',
    asked: sql`select coalesce(epoch_now() - min(created_at), 0)::integer as value from outbox where state = ${codeOf(outboxResource, 'waiting')}`,
  },
]

/** Not there where nothing is backed up, or no drill was ever tried. */
const safety: readonly Figure[] = [
  {
    name: 'anju_backup_behind_seconds',
    help: 'For so many seconds nothing has been archived',
    asked: sql`select greatest(epoch_now() - greatest(archived_at, since), 0)::integer as value from backup_place where is_current`,
  },
  {
    name: 'anju_restore_drill_ok',
    help: 'Whether the last backup that was tried could be restored',
    asked: sql`select (outcome = 1)::integer as value from restore_drill order by drill_id desc limit 1`,
  },
  {
    name: 'anju_restore_drill_at',
    help: 'When a backup was last restored in a drill, in seconds since 1970',
    asked: sql`select created_at as value from restore_drill where outcome = 1 order by drill_id desc limit 1`,
  },
]

/** Those that copy a database for a backup are no replicas. The store tells them to whoever may read pg_stat_replication. */
const store: readonly Figure[] = [
  {
    name: 'anju_replica_lag_seconds',
    help: 'For so long a replica has been behind, by its application_name',
    labels: ['replica'],
    asked: sql`
      select application_name as replica, coalesce(max(extract(epoch from replay_lag)), 0)::float8 as value
      from pg_stat_replication where state in ('streaming', 'catchup') and application_name <> 'anju backup' group by 1
    `,
  },
  {
    name: 'anju_replica_lag_bytes',
    help: 'So much of the log a replica has not replayed yet, by its application_name',
    labels: ['replica'],
    asked: sql`
      select application_name as replica, max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn))::bigint as value
      from pg_stat_replication where state in ('streaming', 'catchup') and replay_lsn is not null group by 1
    `,
  },
  {
    name: 'anju_store_bytes',
    help: 'Size of the database',
    asked: sql`select pg_database_size(current_database()) as value`,
  },
]

/** What the store is asked at each scrape. Names are told in docs/operating.md and used by deploy/. */
export const figures: readonly Figure[] = [...jobs, ...outbox, ...safety, ...store]
