import { sql } from 'kysely'
import { secondOf } from '../../src/protocol/dates.ts'
import type { Database } from '../store/connection/database.ts'
import { defineJob } from './defineJob.ts'

const [HOUR, DAY] = [3600, 86_400]
/** How long the system may stand still, longer than any holiday; beyond that its clock is believed only when a person says so. */
const MOST_AHEAD_DAYS = 40
/** A clock that is corrected is put back by less. */
const MOST_BACK_DAYS = 1

const WATCHES_CLOCK = 'watch_clock'
const JUMP = 'jump '

/** That periodic jobs ran at a time: the last of it is what the clock is judged by. Whoever has it run says that the clock is right. */
export const watchClock = defineJob({
  name: WATCHES_CLOCK,
  label: '看时钟有没有跳',
  every: HOUR,
  run: async () => ({ total: 0, said: '时钟正常' }),
})

const isNear = (last: number, now: number): boolean => now - last <= MOST_AHEAD_DAYS * DAY && last - now <= MOST_BACK_DAYS * DAY

/** When periodic jobs last ran, in seconds; null where none is known to have. */
const lastRun = async (db: Database): Promise<number | null> => {
  const { rows } = await sql<{ at: number }>`
    -- What said that the clock had jumped keeps from when: the run before it may have been cleared away by now.
    select case when state = 'failed' then substring(once from ${JUMP.length + 1}::integer)::bigint else coalesce(finished_at, started_at, created_at) end as at
    from job where kind = ${WATCHES_CLOCK} and (state in ('queued', 'running', 'done') or state = 'failed' and once like ${`${JUMP}%`}) order by job_id desc limit 1
  `.execute(db)
  return rows[0]?.at ?? null
}

/** Has the failed run say so, once of a jump: it stands among the failed jobs of the workbench and of 后台任务, where it can be run. */
const tellJump = async (db: Database, last: number, now: number): Promise<void> => {
  const days = Math.round(Math.abs(now - last) / DAY)
  const error =
    now > last
      ? `离上次运行 ${days} 天，定时任务都停着：现在是 ${secondOf(now)}。没有错（停机很久、恢复了旧的备份）就点“立即运行”；错了先对时，对好自会继续`
      : `比上次运行早了 ${days} 天，定时任务都停着：现在是 ${secondOf(now)}。没有错就点“立即运行”；错了先对时，对好自会继续`
  await sql`
    insert into job (kind, msg, params, once, state, tries_left, error, started_at, finished_at)
    values (${WATCHES_CLOCK}, ${watchClock.label}, '{}', ${`${JUMP}${last}`}, 'failed', 0, ${error}, ${now}::bigint, ${now}::bigint)
    on conflict (kind, once) do nothing
  `.execute(db)
}

/**
 * Gives whether what is due may be asked for at a time, in seconds. Not where the clock has jumped: a machine that believes in another year would bill it, end every contract
 * and run up late fees until then. It goes on by itself as soon as the clock is right again, or when somebody has the watching job run (docs/decisions/007-jobs.md).
 */
export const watchJumps = (db: Database): ((now: number) => Promise<boolean>) => {
  let seen: number | null = null
  return async (now) => {
    const last = seen !== null && isNear(seen, now) ? seen : await lastRun(db)
    const mayGoOn = last === null || isNear(last, now)
    if (mayGoOn) seen = now
    else await tellJump(db, last, now)
    return mayGoOn
  }
}
