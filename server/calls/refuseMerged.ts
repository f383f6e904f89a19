import { sql } from 'kysely'
import { CallError } from '../../src/core/errors.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import type { Tx } from '../store/connection/database.ts'
import { keyList } from '../store/reading/keyList.ts'

/** 409 where a record was merged into another (`merges`): it stays as it was, and what is to be changed is the one that stayed. */
export const refuseMerged = async (tx: Tx, { merges, table, key }: CompleteResource, keys: readonly number[]): Promise<void> => {
  if (!merges) return
  const { rows } = await sql`
    select from ${sql.table(table)} where ${sql.id(key)} = any(${keyList(keys)}) and ${sql.id(merges.into)} is not null limit 1
  `.execute(tx)
  if (rows.length > 0) throw new CallError(409, '该记录已合并，请改留下的那一条')
}
