import { sql } from 'kysely'
import { codeOf } from '../../src/core/states.ts'
import outbox from '../../src/resources/outbox/outbox.ts'
import type { Database } from '../store/connection/database.ts'
import type { Leaving } from './defineOutbound.ts'

/** How long, in seconds, a message that did not go waits for its next try; the sixth try is the last. */
const PAUSES = [60, 300, 1800, 7200, 43_200]
const TRIES = PAUSES.length + 1
/** By then a try has ended, or its node has. */
const LEASE = 60

/** The advisory locks of the ways out: this number and the channel's. */
const LOCKS = 826_107

/** A message that this node sends. */
export interface Taken extends Leaving {
  outbox_id: number
  /** Which try this is; what is noted of an earlier one is of no account. */
  attempts: number
}

const moved = sql`version = version + 1, updated_at = epoch_now()`
const waiting = sql`state = ${sql.lit(codeOf(outbox, 'waiting'))}`

/** Leaves what nobody carries to staff, and gives how many they were. */
export const handOver = async (db: Database, channel: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    update outbox set state = ${codeOf(outbox, 'untold')}, next_at = null, ${moved} where channel = ${channel} and next_at is not null and ${waiting}
  `.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Gives up those whose last try was broken off, and gives how many they were. */
export const giveUpBroken = async (db: Database, channel: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    update outbox set state = ${codeOf(outbox, 'failed')}, error = coalesce(error, '发送时多次中断，不知道对方收到没有'), next_at = null, ${moved}
    where channel = ${channel} and next_at <= epoch_now() and attempts >= ${TRIES} and ${waiting}
  `.execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * Takes the message that has been due longest, unless as many as may have left in the last minute, by whatever node; null where there is none. The try is
 * counted, and the next one put off, before anything is sent: of a node that dies in it the message is sent again, with the same key, when that time comes.
 */
export const takeDue = (db: Database, channel: number, limit: number): Promise<Taken | null> =>
  db.transaction().execute(async (tx) => {
    // Of two nodes that count at once, the second counts what the first has taken.
    await sql`select pg_advisory_xact_lock(${LOCKS}, ${channel}::integer)`.execute(tx)
    const { rows } = await sql<Taken>`
      update outbox set attempts = attempts + 1, tried_at = epoch_now(),
        next_at = epoch_now() + coalesce((${PAUSES}::integer[])[attempts + 1], ${LEASE}::integer)
      where outbox_id = (
        select outbox_id from outbox
        where channel = ${channel} and next_at <= epoch_now() and attempts < ${TRIES} and ${waiting}
          and (select count(*) from outbox where channel = ${channel} and tried_at > epoch_now() - 60) < ${limit}::integer
        order by next_at, outbox_id limit 1 for update skip locked
      )
      returning outbox_id, attempts, key, receiver, subject, content, dials, resource, record_id
    `.execute(tx)
    return rows[0] ?? null
  })

/** Notes that a message has gone, and where to. */
export const noteSent = async (db: Database, { outbox_id }: Taken, receiver: string): Promise<void> => {
  await sql`
    update outbox set state = ${codeOf(outbox, 'sent')}, receiver = ${receiver}, sent_at = epoch_now(), next_at = null, error = null, ${moved}
    where outbox_id = ${outbox_id} and ${waiting}
  `.execute(db)
}

/** Notes why a message did not go: after its last try, or where it never will, it has failed. */
export const noteUnsent = async (db: Database, { outbox_id, attempts }: Taken, error: string, isFinal: boolean): Promise<void> => {
  const mine = sql`outbox_id = ${outbox_id} and attempts = ${attempts} and ${waiting}`
  if (isFinal || attempts >= TRIES)
    await sql`update outbox set state = ${codeOf(outbox, 'failed')}, error = ${error}, next_at = null, ${moved} where ${mine}`.execute(db)
  else await sql`update outbox set error = ${error} where ${mine}`.execute(db)
}
