import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { codeOf } from '../../src/core/states.ts'
import outbox from '../../src/resources/outbox/outbox.ts'
import type { Channel } from '../../src/schemas/outbox/outbox.ts'
import type { Tx } from '../store/connection/database.ts'

/** What is to leave. */
export interface Outbound {
  channel: Channel
  /** To whom; null where the setting of the way says so at the time of sending. */
  receiver: string | null
  subject: string
  /** Up to 20,000 characters: the text of an e-mail, the body (JSON) of a push. */
  content: string
  /** What tells one deed from another: of those that give the same one leaves, however often it is asked for. */
  once: string
  /** The record that it tells of. */
  resource: string
  recordId: number
}

/**
 * Has messages leave once this transaction has committed, and never otherwise: they are written beside the business that they tell of, as whoever acts
 * in it, and sent by a job (docs/decisions/021-outbox.md). Gives how many were not there yet.
 */
export const addOutbound = async (tx: Tx, leaving: readonly Outbound[]): Promise<number> => {
  const rows = leaving.map((one) => ({ ...one, record_id: one.recordId, key: randomUUID() }))
  const { numAffectedRows } = await sql`
    insert into outbox (channel, receiver, subject, content, once, resource, record_id, key, state, next_at, created_by)
    select channel, receiver, subject, content, once, resource, record_id, key, ${codeOf(outbox, 'waiting')}::smallint, epoch_now(),
      nullif(current_setting('anju.actor', true), '')::integer
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (channel smallint, receiver text, subject text, content text, once text, resource text, record_id integer, key text)
    on conflict (once) do nothing
  `.execute(tx)
  return Number(numAffectedRows ?? 0)
}
