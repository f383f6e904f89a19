import { sql } from 'kysely'
import type { Tx } from '../connection/database.ts'

/** Rows that the code cannot do without. */
export interface NeededRows {
  table: string
  key: string
  rows: readonly Readonly<Record<string, string | number | null>>[]
  /** Staff may change what they say: those that are there stay as they are. Otherwise the table holds these rows, as the code has them, and no others. */
  isTheirs: boolean
}

/** Adds the rows that are not there; where they are the code's own, has the table be as the code says. In the caller's transaction. */
export const bringRows = async (tx: Tx, { table, key, rows, isTheirs }: NeededRows): Promise<void> => {
  const names = Object.keys(rows[0] ?? {})
  const columns = sql.join(names.map((name) => sql.id(name)))
  const given = sql`select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`
  if (!isTheirs) await sql`delete from ${sql.table(table)}`.execute(tx)
  await sql`insert into ${sql.table(table)} (${columns}) ${given} on conflict (${sql.id(key)}) do nothing`.execute(tx)
}
