import { randomUUID } from 'node:crypto'
import { groupBy } from 'es-toolkit'
import { sql } from 'kysely'
import { codeOf } from '../../src/core/states.ts'
import { resourceNamed } from '../../src/declared/declared.ts'
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
  /** The column of that record with the number of whom it is for (`phone`): it goes with a push, opened in sending, and is not kept in 发件箱. */
  dials?: string
}

/** Gives the project of each record that is told of, by resource and key; none for one that belongs to no project. One query a resource. */
const projectsOf = async (tx: Tx, leaving: readonly Outbound[]): Promise<(one: Outbound) => number | null> => {
  const found = new Map<string, number | null>()
  for (const [name, some] of Object.entries(groupBy(leaving, ({ resource }) => resource))) {
    const { key, scope, source } = resourceNamed(name)
    if (scope !== outbox.scope) continue
    const keys = some.map(({ recordId }) => recordId)
    const { rows } = await sql<{ id: number; p_id: number | null }>`
      select ${sql.ref(key)} as id, ${sql.ref(scope)} as p_id from ${sql.table(source)} where ${sql.ref(key)} = any(${keys}::integer[])
    `.execute(tx)
    for (const { id, p_id } of rows) found.set(`${name} ${id}`, p_id)
  }
  return ({ resource, recordId }) => found.get(`${resource} ${recordId}`) ?? null
}

/**
 * Has messages leave once this transaction has committed, and never otherwise: they are written beside the business that they tell of, as whoever acts
 * in it, and sent by a job (docs/decisions/021-outbox.md). Each is of the project of its record. Gives how many were not there yet.
 */
export const addOutbound = async (tx: Tx, leaving: readonly Outbound[]): Promise<number> => {
  const projectOf = await projectsOf(tx, leaving)
  const rows = leaving.map((one) => ({ ...one, record_id: one.recordId, p_id: projectOf(one), key: randomUUID() }))
  const { numAffectedRows } = await sql`
    insert into outbox (channel, receiver, subject, content, once, resource, record_id, p_id, key, dials, state, next_at, created_by)
    select channel, receiver, subject, content, once, resource, record_id, p_id, key, dials, ${codeOf(outbox, 'waiting')}::smallint, epoch_now(),
      nullif(current_setting('anju.actor', true), '')::integer
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (channel smallint, receiver text, subject text, content text, once text, resource text, record_id integer, p_id integer, key text, dials text)
    on conflict (once) do nothing
  `.execute(tx)
  return Number(numAffectedRows ?? 0)
}
