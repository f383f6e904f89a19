import { sql } from 'kysely'
import type { CompleteColumn, CompleteResource } from '../../../src/derive/complete.ts'
import type { Queryable } from '../connection/database.ts'
import { allOf } from '../reading/filters.ts'
import { limits, type Within } from './empties.ts'

/** Gives how many rows of a table hold each of these numbers in a column of choices; none that no row holds. One scan. */
export const countHeld = async (
  db: Queryable,
  { table }: Pick<CompleteResource, 'table'>,
  { name, is }: Pick<CompleteColumn, 'name' | 'is'>,
  numbers: readonly number[],
  within: Within,
): Promise<ReadonlyMap<number, number>> => {
  const held = sql.ref(`t.${name}`)
  const { rows } = await sql<{ number: number; count: number }>`
    select held.number, count(*)::integer as count
    from ${sql.table(table)} as t, unnest(${is === 'enums' ? held : sql`array[${held}]`}) as held (number)
    where ${allOf([sql`held.number = any(${numbers}::integer[])`, ...limits(within)])} group by 1
  `.execute(db)
  return new Map(rows.map(({ number, count }) => [number, count]))
}
