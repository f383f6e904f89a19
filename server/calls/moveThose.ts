import { type RawBuilder, sql } from 'kysely'
import { codesOf } from '../../src/core/states.ts'
import { resourceNamed } from '../../src/declared/declared.ts'
import type { Acting } from './defineEffects.ts'
import { moveBySystem } from './transition.ts'

/**
 * Makes a move of the system (`states.moves`) of every record that stands where the move begins and of which `those` holds, a condition on the
 * columns of `t`; gives how many. One that somebody has in hand at this moment is waited for, or, with `leavesHeld`, left to the next time.
 * Throws as `moveBySystem` does.
 */
export const moveThose = async (
  acting: Acting,
  resourceName: string,
  name: string,
  those: RawBuilder<unknown>,
  { leavesHeld = false } = {},
): Promise<number> => {
  const { states, table, key } = resourceNamed(resourceName)
  const from = states?.moves?.[name]?.from
  if (!states || !from) throw new Error(`${resourceName} has no move ${name}`)
  // Written out, not bound: an index of the rows in these states is used only where the planner sees the numbers.
  const standing = sql`${sql.ref(`t.${states.column}`)} in (${sql.raw(codesOf({ states }, from).join(', '))})`
  const { rows } = await sql<{ key: number }>`
    select ${sql.ref(`t.${key}`)} as key from ${sql.table(table)} as t where ${standing} and ${those}
    order by 1 for no key update of t ${leavesHeld ? sql`skip locked` : sql``}
  `.execute(acting.tx)
  if (rows.length > 0)
    await moveBySystem(
      acting,
      resourceName,
      name,
      rows.map((row) => row.key),
    )
  return rows.length
}
