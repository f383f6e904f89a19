import { sql } from 'kysely'
import type { Database } from '../store/connection/database.ts'
import { warnOf } from '../store/connection/outage.ts'
import type { Every, JobSpec } from './defineJob.ts'
import { everyInWords, lastDue, nextDue } from './due.ts'
import { oneAtATime } from './oneAtATime.ts'

/** How long what a setting says is taken for what it still says, in seconds. */
const SETTING_SECONDS = 30

interface Clock {
  db: Database
  beatMs: number
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void }
}

/**
 * Asks for the run of a time that a job is due, unless any node has (then nothing happens), or one of its runs is still under way: then false, and it
 * is asked for later. With the new run, earlier ones that found nothing to do go: of each job the last such is enough.
 */
const askForRun = async (db: Database, { name, label, once }: JobSpec, due: number): Promise<boolean> => {
  const key = once ? once({ now: due, params: {} }) : String(due)
  const { rows } = await sql<{ is_asked: boolean }>`
    with made as (
      insert into job (kind, msg, params, once, due_at)
      select ${name}, ${label}, '{}', ${key}, ${due}::bigint
      where not exists (select from job where kind = ${name} and due_at >= ${due}::bigint)
        and not exists (select from job where kind = ${name} and state in ('queued', 'running'))
      on conflict (kind, once) do nothing returning 1
    ), gone as (
      delete from job where kind = ${name} and state = 'done' and total = 0 and due_at is not null and exists (select from made)
        and job_id < (select max(job_id) from job where kind = ${name} and state = 'done')
    )
    select exists (select from made) or exists (select from job where kind = ${name} and (due_at >= ${due}::bigint or once = ${key})) as is_asked
  `.execute(db)
  return rows[0]?.is_asked === true
}

/** Has 后台任务 show what is declared and when it is due next. */
const tellDeclared = async (db: Database, { name, label }: JobSpec, every: Every | null, next: number | null): Promise<void> => {
  await sql`
    insert into job_kind as k (name, label, every, next_at)
    values (${name}, ${label}, ${everyInWords(every)}, ${next}::bigint)
    on conflict (name) do update set label = excluded.label, every = excluded.every, next_at = excluded.next_at
    where (k.label, k.every, k.next_at) is distinct from (excluded.label, excluded.every, excluded.next_at)
  `.execute(db)
}

/** Looks after one job: gives what is done with each beat. */
const lookAfter = (db: Database, spec: JobSpec) => {
  const { every: declared } = spec
  let read: { every: Every; at: number } | null = null
  let asked = 0
  let told = ''
  const everyNow = async (now: number): Promise<Every | null> => {
    if (typeof declared !== 'function') return declared ?? null
    if (!read || now >= read.at + SETTING_SECONDS) read = { every: await declared(db), at: now }
    return read.every
  }
  return async (now: number): Promise<void> => {
    const every = await everyNow(now)
    const next = every === null ? null : nextDue(every, now)
    const words = `${every} ${next}`
    if (words !== told) await tellDeclared(db, spec, every, next)
    told = words
    if (every === null) return
    const due = lastDue(every, now)
    if (due > asked && (await askForRun(db, spec, due))) asked = due
  }
}

/**
 * Starts a node's look at the clock: each beat it asks for the runs that have become due, of the last time if several were missed. All nodes do so; the
 * index job_once lets one of them have asked (docs/decisions/007).
 */
export const startClock = ({ db, beatMs, log }: Clock, jobs: readonly JobSpec[]) => {
  const all = jobs.map((spec) => ({ name: spec.name, look: lookAfter(db, spec) }))
  const beat = async (): Promise<void> => {
    const now = Math.floor(Date.now() / 1000)
    for (const { name, look } of all)
      await look(now).catch((error: unknown) => warnOf(db, log, error, { job: name }, 'job could not be asked for'))
  }
  const once = oneAtATime(beat)
  const timer = setInterval(once.start, beatMs)
  once.start()
  return {
    async stop(): Promise<void> {
      clearInterval(timer)
      await once.settled()
    },
  }
}
