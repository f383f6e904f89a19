import { sql } from 'kysely'
import { CallError } from '../../src/core/errors.ts'
import { resourceNamed } from '../../src/declared/declared.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import { inTransaction } from '../store/connection/transaction.ts'
import { logDeed } from '../store/writing/deeds.ts'
import type { Context } from './defineCall.ts'

const WINDOW_SECONDS = 3600
/** Searches of an hour after which the log says so, and again after so many more. */
const TOLD_EACH = 20
/** Searches of an hour after which no more are done. A clerk at a counter looks up some thirty people an hour; a guesser needs hundreds. */
const MOST = 100

/**
 * Counts a search by a personal number of someone who may not see it in full. Kept in the store, so that all nodes count together.
 * Throws 429, with the seconds to wait, where an account has searched too often.
 */
export const countSearch = async ({ db, session, address }: Context, { calls, label }: CompleteResource): Promise<void> => {
  const actor = { userId: session.userId, path: calls.index ?? '', label: '频繁按号码查找', address }
  const wait = await inTransaction(db, actor, async (tx) => {
    // Of searches at once each counts those before it.
    await sql`select pg_advisory_xact_lock(826106, ${session.userId}::integer)`.execute(tx)
    const { rows } = await sql<{ n: number; wait: number | null }>`
      select count(*) as n, min(at) + ${WINDOW_SECONDS}::bigint - epoch_now() as wait
      from number_search where user_id = ${session.userId} and at > epoch_now() - ${WINDOW_SECONDS}::bigint
    `.execute(tx)
    const { n = 0, wait: seconds } = rows[0] ?? {}
    if (n >= MOST) return seconds ?? WINDOW_SECONDS
    await sql`insert into number_search (user_id, at) values (${session.userId}, epoch_now())`.execute(tx)
    // It is told of the account, not of whoever it looked for.
    const about = { resource: resourceNamed('account'), key: session.userId, title: `${label}：一小时内 ${n + 1} 次` }
    if ((n + 1) % TOLD_EACH === 0) await logDeed(tx, about)
    return null
  })
  if (wait !== null) throw new CallError(429, `按号码查找过于频繁，请 ${Math.ceil(wait / 60)} 分钟后再试`, { seconds: wait })
}
