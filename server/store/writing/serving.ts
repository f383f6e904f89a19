import { type RawBuilder, sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { CompleteResource } from '../../../src/derive/complete.ts'
import type { Tx } from '../connection/database.ts'
import { keyList } from '../reading/keyList.ts'

/** Of an account (under this alias) that it is disabled, or does not see a project: work of it that is given to it nobody does. */
export const isAwayFrom = (account: string, project: RawBuilder<unknown>): RawBuilder<unknown> => {
  const [inUse, seen] = [sql.ref(`${account}.is_active`), sql.ref(`${account}.projects`)]
  return sql`(${inUse} and (${seen} is null or ${project} = any(${seen}))) is not true`
}

/**
 * Throws 400, at its field, where rows as they are written now give work to somebody (`serves`, in one of the columns `written`) whose account is disabled, or
 * who does not see the row's project: nobody would go.
 */
export const checkServing = async (
  tx: Tx,
  { table, key, scope, columns }: CompleteResource,
  keys: readonly number[],
  written: readonly string[],
): Promise<void> => {
  for (const { name, spec } of columns) {
    if (!('serves' in spec && written.includes(name))) continue
    const { rows } = await sql<{ name: string; is_active: boolean }>`
      select a.name, a.is_active from ${sql.table(table)} as t join account a on a.user_id = ${sql.ref(`t.${name}`)}
      where ${sql.ref(`t.${key}`)} = any(${keyList(keys)}) and ${isAwayFrom('a', sql.ref(`t.${scope}`))}
      order by ${sql.ref(`t.${key}`)} limit 1
    `.execute(tx)
    const [account] = rows
    if (account)
      throw new CallError(400, account.is_active ? `${account.name}不负责这个项目，看不到` : `${account.name}的账号已停用`, { field: name })
  }
}
