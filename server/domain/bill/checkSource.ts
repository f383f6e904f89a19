import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { Tx } from '../../store/connection/database.ts'

const SOURCES: Readonly<Record<number, string>> = { 2: 'cost', 3: 'pledge', 4: 'simple' }

/** Throws 400 where what the money is for (`from`: 2 cost item, 3 deposit item, 4 meter item) is not there, 409 where it is retired. */
export const checkSource = async (tx: Tx, { from, from_id }: { from: number; from_id: number }): Promise<void> => {
  const { rows } = await sql<{ retired: number }>`select retired from ${sql.table(SOURCES[from] ?? '')} where id = ${from_id}`.execute(tx)
  if (rows.length === 0) throw new CallError(400, '账单类型必填', { field: 'from_id' })
  if (rows[0]?.retired === 1) throw new CallError(409, '所选的已停用，请另选', { field: 'from_id' })
}
