import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Session, Upload } from '../calls/defineCall.ts'
import type { Tx } from '../store/database.ts'

/**
 * Gives what makes a write the same write: its caller and its `request_id`, or its signature (which covers path-specific params and
 * stime). A file is not signed, so its content counts too: two pictures sent in one second are two.
 */
export const replayKey = (
  path: string,
  session: Session | null,
  params: Readonly<Record<string, unknown>>,
  file: Upload | null,
): Buffer => {
  const identity = typeof params.request_id === 'string' && params.request_id !== '' ? `id:${params.request_id}` : `sign:${params.sign}`
  const hash = createHash('sha256')
    .update(session?.tokenHash ?? '')
    .update('\n')
    .update(path)
    .update('\n')
    .update(identity)
  return (file ? hash.update('\n').update(file.bytes) : hash).digest()
}

/**
 * Does the work once: a rival with the same key waits on the insert until this transaction ends, and then reads its answer. A
 * transaction that fails leaves nothing, so that the same request can be tried again.
 */
export const once = async (tx: Tx, key: Buffer, work: () => Promise<unknown>): Promise<unknown> => {
  const { numAffectedRows } = await sql`insert into replay (key) values (${key}) on conflict (key) do nothing`.execute(tx)
  if (numAffectedRows === 0n) {
    const { rows } = await sql<{ answer: unknown }>`select answer from replay where key = ${key}`.execute(tx)
    return rows[0]?.answer ?? null
  }
  const answer = (await work()) ?? null
  await sql`update replay set answer = ${JSON.stringify(answer)}::jsonb where key = ${key}`.execute(tx)
  return answer
}
