import { sql } from 'kysely'
import { codeOf } from '../../src/core/states.ts'
import outbox from '../../src/resources/outbox/outbox.ts'
import type { Tx } from '../store/connection/database.ts'
import { inSet } from '../store/reading/states.ts'

/**
 * Has messages that are not to be told any more not go, by their `once` (addOutbound): those that wait for the sender or for staff have failed, for the
 * reason given, and are not sent again. What has gone has gone.
 */
export const withdrawOutbound = async (tx: Tx, once: readonly string[], why: string): Promise<void> => {
  if (once.length === 0) return
  await sql`
    update outbox set state = ${codeOf(outbox, 'failed')}, error = ${why}, withdrawn_at = epoch_now(), next_at = null, version = version + 1, updated_at = epoch_now()
    where once = any(${once}::text[]) and state in (${inSet(outbox, 'due')})
  `.execute(tx)
}
