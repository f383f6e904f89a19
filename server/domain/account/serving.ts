import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { Tx } from '../../store/connection/database.ts'

/** Throws 400, at its field, where work is given to somebody whose account is disabled: nobody would go. */
export const checkServing = async (tx: Tx, user_id: number, field: string): Promise<void> => {
  const { rows } = await sql<{ name: string }>`select name from account where user_id = ${user_id}::integer and not is_active`.execute(tx)
  if (rows[0]) throw new CallError(400, `${rows[0].name}的账号已停用`, { field })
}
