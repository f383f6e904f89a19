import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { Tx } from '../../store/connection/database.ts'

/** Throws 400, at its field, where work in a project is given to somebody whose account is disabled, or who does not see that project: nobody would go. */
export const checkServing = async (tx: Tx, user_id: number, field: string, p_id: number | null): Promise<void> => {
  const { rows } = await sql<{ name: string; is_active: boolean }>`
    select name, is_active from account
    where user_id = ${user_id}::integer and (is_active and (projects is null or ${p_id}::integer = any(projects))) is not true
  `.execute(tx)
  const [account] = rows
  if (account)
    throw new CallError(400, account.is_active ? `${account.name}不负责这个项目，看不到` : `${account.name}的账号已停用`, { field })
}
