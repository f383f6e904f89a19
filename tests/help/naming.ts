import { sql } from 'kysely'
import type { AdminServer } from './adminServer.ts'

/** Gives every column of the database that refers to a table, with how many of its rows name the record of this key; none that no row does. */
export const namedIn =
  (at: AdminServer, target: string) =>
  async (key: number): Promise<Record<string, number>> => {
    const { rows } = await sql<{ place: string; table: string; column: string }>`
      select c.conrelid::regclass || '.' || a.attname as place, c.conrelid::regclass::text as table, a.attname as column
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1] where c.contype = 'f' and c.confrelid = ${target}::regclass
    `.execute(at.server.db)
    const counts = await Promise.all(
      rows.map(async ({ place, table, column }) => {
        const counted = await sql<{
          n: number
        }>`select count(*)::integer as n from ${sql.table(table)} where ${sql.id(column)} = ${key}`.execute(at.server.db)
        return [place, counted.rows[0]?.n ?? 0] as const
      }),
    )
    return Object.fromEntries(counts.filter(([, n]) => n !== 0))
  }
