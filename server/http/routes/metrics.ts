import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../../store/connection/database.ts'
import { isLocal } from '../request/address.ts'

interface Ran {
  job: string
  done_at: number
  failed: number
}

/** Each periodic job by its last run: backups and drills among them, which nobody would miss until they are wanted. */
const addJobs = (register: Registry, db: Database): void => {
  const named = { labelNames: ['job' as const], registers: [register] }
  const done = new Gauge({ name: 'anju_job_done_at', help: 'When a job was last done, in seconds since 1970', ...named })
  new Gauge({
    name: 'anju_job_failed',
    help: 'Whether the last run of a job failed',
    ...named,
    async collect() {
      const { rows } = await sql<Ran>`
        select k.name as job, coalesce((select max(j.finished_at) from job j where j.kind = k.name and j.state = 'done'), 0)::bigint as done_at,
          (v.state = 4)::integer as failed
        from job_kind k join job_kind_view v using (job_kind_id) where k.next_at is not null and v.state is not null
      `.execute(db)
      for (const { job, done_at, failed } of rows) {
        done.set({ job }, done_at)
        this.set({ job }, failed)
      }
    },
  })
}

/** Backups: how far behind archiving is, and whether the last drill brought one back. Not there where nothing is backed up, or was never tried. */
const addSafety = (register: Registry, db: Database): void => {
  const add = (name: string, help: string, asked: RawBuilder<{ value: number }>): void => {
    new Gauge({
      name,
      help,
      registers: [register],
      async collect() {
        const { rows } = await asked.execute(db)
        if (rows[0]) this.set(rows[0].value)
        else this.remove()
      },
    })
  }
  add(
    'anju_backup_behind_seconds',
    'For so many seconds nothing has been archived',
    sql`select greatest(epoch_now() - greatest(archived_at, since), 0)::integer as value from backup_place where is_current`,
  )
  add(
    'anju_restore_drill_ok',
    'Whether the last backup that was tried could be restored',
    sql`select (outcome = 1)::integer as value from restore_drill order by drill_id desc limit 1`,
  )
}

/** Adds /metrics in Prometheus' format: process figures, the time of each call by path and code, and how each periodic job last went. Answers to this machine only. */
export const addMetrics = (
  app: FastifyInstance,
  db: Database,
  trustsProxy: boolean,
): { observe: (path: string, code: number, seconds: number) => void } => {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const calls = new Histogram({
    name: 'anju_call_seconds',
    help: 'Time of a call, by path and code of the envelope',
    labelNames: ['path', 'code'],
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5],
    registers: [register],
  })
  addJobs(register, db)
  addSafety(register, db)
  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    if (!isLocal(request, trustsProxy)) return reply.code(403).send()
    return reply.header('content-type', register.contentType).send(await register.metrics())
  })
  return { observe: (path, code, seconds) => calls.observe({ path, code }, seconds) }
}
