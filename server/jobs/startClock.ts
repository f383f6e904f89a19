import { sortBy } from 'es-toolkit'
import { sql } from 'kysely'
import type { Database } from '../store/connection/database.ts'
import { warnOf } from '../store/connection/outage.ts'
import { watchJumps } from './clockJump.ts'
import type { Every, JobSpec } from './defineJob.ts'
import { everyInWords, lastDue, nextDue } from './due.ts'
import { oneAtATime } from './oneAtATime.ts'

/** How long what a setting says is taken for what it still says, in seconds. */
const SETTING_SECONDS = 30

const DAY = 86_400
/** So far the clocks of nodes may be apart. */
const APART_SECONDS = 600

/** How far ahead of now, in seconds, what was asked for may be due: what is more was asked for by a clock that has been put back since. */
const mostAhead = (every: Every): number => Math.max(APART_SECONDS, typeof every === 'number' ? every : DAY)

interface Clock {
  db: Database
  beatMs: number
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void }
}

/**
 * Asks for the run of a time that a job is due, unless any node has (then nothing happens), or one of its runs is still under way: then
 * 'later', when it is asked for again. With the new run, earlier ones that found nothing to do go: of each job the last such is enough.
 */
const askForRun = async (db: Database, { name, label, once }: JobSpec, due: number): Promise<'made' | 'asked' | 'later'> => {
  const key = once ? once({ now: due, params: {} }) : String(due)
  const { rows } = await sql<{ is_made: boolean; is_asked: boolean }>`
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
    select exists (select from made) as is_made,
      exists (select from job where kind = ${name} and (due_at >= ${due}::bigint or once = ${key})) as is_asked
  `.execute(db)
  if (rows[0]?.is_made) return 'made'
  return rows[0]?.is_asked ? 'asked' : 'later'
}

/**
 * Where a clock that has been put back since asked for runs too far ahead, has them count as of this time: the job goes on with the next one, and does not
 * wait until that clock's time comes. What tells its deeds apart by itself (`once`) still does.
 */
const forgetAhead = async (db: Database, { name, once }: JobSpec, due: number, latest: number): Promise<void> => {
  await sql`
    update job set due_at = ${due}::bigint, once = case when ${once !== undefined}::boolean then once end
    where kind = ${name} and due_at > ${due}::bigint and exists (select from job where kind = ${name} and due_at > ${latest}::bigint)
  `.execute(db)
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

/** A run that is due, and what asks for it. */
interface Due {
  due: number
  ask: () => Promise<void>
}

/** Looks after one job: gives, with each beat, the run that is to be asked for, or null. */
const lookAfter = (db: Database, spec: JobSpec) => {
  const { every: declared } = spec
  let read: { every: Every; at: number } | null = null
  let asked = 0
  let told = ''
  const everyNow = async (now: number): Promise<Every | null> => {
    if (typeof declared !== 'function') return declared ?? null
    if (!read || Math.abs(now - read.at) >= SETTING_SECONDS) read = { every: await declared(db), at: now }
    return read.every
  }
  return async (now: number): Promise<Due | null> => {
    const every = await everyNow(now)
    const next = every === null ? null : nextDue(every, now)
    const words = `${every} ${next}`
    if (words !== told) await tellDeclared(db, spec, every, next)
    told = words
    if (every === null) return null
    const due = lastDue(every, now)
    const latest = now + mostAhead(every)
    if (asked > latest) asked = 0
    if (due <= asked) return null
    const ask = async (): Promise<void> => {
      const came = await askForRun(db, spec, due)
      if (came === 'asked') await forgetAhead(db, spec, due, latest)
      if (came !== 'later') asked = due
    }
    return { due, ask }
  }
}

/**
 * Starts a node's look at the clock: each beat it asks for the runs that have become due, of the last time if several were missed; none where the
 * clock has jumped (clockJump.ts). All nodes do so; the index job_once lets one of them have asked (docs/decisions/007).
 */
export const startClock = ({ db, beatMs, log }: Clock, jobs: readonly JobSpec[]) => {
  const all = jobs.map((spec) => ({ name: spec.name, look: lookAfter(db, spec) }))
  const mayAsk = watchJumps(db)
  const beat = async (): Promise<void> => {
    const now = Math.floor(Date.now() / 1000)
    if (!(await mayAsk(now))) return
    const failed = (name: string) => (error: unknown) => {
      warnOf(db, log, error, { job: name }, 'job could not be asked for')
      return null
    }
    const due: (Due & { name: string })[] = []
    for (const { name, look } of all) {
      const one = await look(now).catch(failed(name))
      if (one) due.push({ ...one, name })
    }
    // What was missed while no node ran is made up for in the order of the day: what is earned is of bills that are made before.
    for (const { name, ask } of sortBy(due, ['due'])) await ask().catch(failed(name))
  }
  const once = oneAtATime(() => beat().catch((error: unknown) => warnOf(db, log, error, {}, 'the clock could not be judged')))
  const timer = setInterval(once.start, beatMs)
  once.start()
  return {
    async stop(): Promise<void> {
      clearInterval(timer)
      await once.settled()
    },
  }
}
