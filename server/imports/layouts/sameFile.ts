import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { minuteOf } from '../../../src/protocol/dates.ts'
import { lockContent } from '../../files/useFiles.ts'
import type { Tx } from '../../store/connection/database.ts'

/** Gives by what a file is known again, which is kept of it when the file is not: SHA-256 in hex. */
export const fileHash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/**
 * Throws 409 where the very same file was read already for these projects, as the batches of a resource say (`number`, `sha256`, `p_id`); of two who read it at once
 * the second waits for the first. `counts`: SQL of the batches `b` that stand.
 */
export const refuseSameFile = async (
  tx: Tx,
  name: string,
  sha256: string,
  project: number | null,
  counts: RawBuilder<unknown> = sql`true`,
): Promise<void> => {
  const { table, key } = resourceNamed(name)
  await lockContent(tx, sha256)
  const { rows } = await sql<{ number: string; created_at: number; who: string | null }>`
    select b.number, b.created_at, a.name as who from ${sql.table(table)} b left join account a on a.user_id = b.created_by
    where b.sha256 = ${sha256} and (b.p_id is null or b.p_id = ${project}::integer) and ${counts} order by ${sql.ref(`b.${key}`)} limit 1
  `.execute(tx)
  const [before] = rows
  if (!before) return
  const when = minuteOf(before.created_at)
  throw new CallError(409, `此文件已由${before.who ?? '系统'}于 ${when} 读入过（批次 ${before.number}），没有再次读入`, {
    field: 'file',
  })
}
