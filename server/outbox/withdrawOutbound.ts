import { sql } from 'kysely'
import { codeOf } from '../../src/core/states.ts'
import outbox from '../../src/resources/outbox/outbox.ts'
import type { Tx } from '../store/connection/database.ts'
import { inSet } from '../store/reading/states.ts'

/**
 * Withdraws messages that are not to be told any more, by their `once` (addOutbound), for the reason given: those that wait for the sender or for staff, and
 * those that did not go, which staff could send again. What has gone has gone.
 */
export const withdrawOutbound = async (tx: Tx, once: readonly string[], why: string): Promise<void> => {
  if (once.length === 0) return
  await sql`
    update outbox set state = ${codeOf(outbox, 'withdrawn')}, error = ${why}, withdrawn_at = epoch_now(), next_at = null, version = version + 1, updated_at = epoch_now()
    where once = any(${once}::text[]) and state in (${inSet(outbox, 'open')})
  `.execute(tx)
}
