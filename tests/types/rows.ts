import { sql } from 'kysely'
import type { Tx } from '../../server/store/connection/database.ts'
import type { Row } from '../../server/store/connection/rows.ts'

/** Compiled, never run: a query that names what the declaration has not is an error of the compiler. */
export const right = (tx: Tx) => tx.selectFrom('org').select(['state', 'p_id', 'toward']).where('org_id', '=', 1).executeTakeFirst()
export const asDeclared = async (tx: Tx): Promise<{ state: number | null; p_id: number | null; toward: number | null } | undefined> =>
  right(tx)

/** What is required on a condition alone may be missing; what is always required is not. */
export const onCondition = ({ card, phone }: Row<'owner', 'card' | 'phone'>): [string | null, string] => [card, phone]
// @ts-expect-error a column that is required on a condition is taken for one that every row has
export const unconditioned = ({ card }: Row<'owner', 'card'>): string => card

export const wrong = (tx: Tx) => [
  // @ts-expect-error a column that the declaration does not have
  tx.selectFrom('org').select('stat'),
  // @ts-expect-error a text where the declaration has a number
  tx.selectFrom('org').select('state').where('org_id', '=', '1'),
  // @ts-expect-error a table that is not declared
  tx.selectFrom('room').selectAll(),
  // @ts-expect-error a column that is shown and not stored
  tx.selectFrom('account').select('reach'),
  // @ts-expect-error the row of raw SQL, by a column that the declaration does not have
  sql<Row<'org', 'stat'>>`select stat from org`,
]
