import { groupBy } from 'es-toolkit'
import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { CompleteResource } from '../../../src/derive/complete.ts'
import type { Naming } from '../../../src/derive/forms/namedIn.ts'
import type { Queryable, Tx } from '../connection/database.ts'
import { keyList } from '../reading/keyList.ts'
import { listsNaming } from './listed.ts'

/** Gives what names some of these records, as staff read it ("审批设置"); nothing where it names none. */
type Finds = (db: Queryable, target: CompleteResource, keys: readonly number[]) => Promise<string | undefined>

const finders: Finds[] = []

/** Has a place beside the columns of records asked before a record is deleted: what is kept as a document is no foreign key. What is put there is held by `missingNamed`. */
export const defineNaming = (finds: Finds): void => {
  finders.push(finds)
}

/** Throws 409 where a list or a document goes on naming some of these records; to be asked when they are deleted, so that who names one at that moment waits or is seen. */
export const mustBeUnnamed = async (tx: Tx, target: CompleteResource, keys: readonly number[]): Promise<void> => {
  if ((await listsNaming(tx, target, keys)).length > 0) throw new CallError(409, '该记录已被使用，不能删除')
  for (const finds of finders) {
    const by = await finds(tx, target, keys)
    if (by !== undefined) throw new CallError(409, `“${by}”里用到该记录，不能删除：请先改那里`)
  }
}

/** Holds the records that a document names until it is kept, and gives the first field one of whose records is not there, or has been deleted meanwhile. */
export const missingNamed = async (tx: Tx, namings: readonly Naming[]): Promise<Naming | undefined> => {
  for (const some of Object.values(groupBy(namings, ({ target }) => target.name))) {
    const [{ target }] = some as [Naming]
    const key = sql.id(target.key)
    const { rows } = await sql<{ key: number }>`
      select ${key} as key from ${sql.table(target.table)} where ${key} = any(${keyList(some.flatMap(({ keys }) => keys))}) order by 1 for key share
    `.execute(tx)
    const there = new Set(rows.map((row) => row.key))
    const missing = some.find(({ keys }) => keys.some((one) => !there.has(one)))
    if (missing) return missing
  }
  return undefined
}
