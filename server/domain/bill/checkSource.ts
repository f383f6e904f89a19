import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { Tx } from '../../store/connection/database.ts'

const SOURCES: Readonly<Record<number, string>> = { 2: 'cost', 3: 'pledge', 4: 'simple' }

/** What money, or a bill, is for; of money, the bill that it settles. */
interface Source {
  from: number
  from_id: number
  type?: number
  bill_id?: number | undefined
}

/**
 * Throws 400 where what the money is for (`from`: 2 cost item, 3 deposit item, 4 meter item) is not there, 409 where it is retired: what was charged before is still paid, and
 * deposits that were taken go back.
 */
export const checkSource = async (tx: Tx, { from, from_id, type, bill_id }: Source): Promise<void> => {
  const { rows } = await sql<{ retired: number; isCharged: boolean }>`
    select retired, exists (
      select from bill where "from" = ${from} and from_id = ${from_id} and (bill_id = ${bill_id ?? null}::integer or ${from === 3 && type === 2 && bill_id === undefined})
    ) as "isCharged"
    from ${sql.table(SOURCES[from] ?? '')} where id = ${from_id}
  `.execute(tx)
  if (rows.length === 0) throw new CallError(400, '账单类型必填', { field: 'from_id' })
  if (rows[0]?.retired === 1 && !rows[0].isCharged) throw new CallError(409, '所选的已停用，请另选', { field: 'from_id' })
}
