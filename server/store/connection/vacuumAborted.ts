import { sql } from 'kysely'
import type { Database } from './database.ts'

/** In bytes: what a smaller table holds is read through at once, however it is planned. */
const LARGE = 1_000_000

/**
 * Takes away what broken-off transactions left in tables that hold nothing else. Vacuumed later, amid the next try, such a table is believed empty from
 * then on, while it is filled: whatever is joined with it is planned for no row (50,000 flows were not done in twenty minutes).
 */
export const vacuumAborted = async (db: Database): Promise<void> => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples <= 0 and pg_relation_size(oid) > ${LARGE}::bigint order by relname
  `.execute(db)
  for (const { name } of rows) await sql`vacuum ${sql.table(name)}`.execute(db)
}
