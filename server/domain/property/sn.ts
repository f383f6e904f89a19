import { sql } from 'kysely'
import type { Queryable } from '../../store/database.ts'

/** Gives a new system number. It comes from a sequence: unique under any concurrency, on any node, and never given twice, also when unused. */
export const nextSn = async (db: Queryable): Promise<string> => {
  const { rows } = await sql<{ sn: string }>`select 'AJ' || lpad(nextval('unit_sn')::text, 8, '0') as sn`.execute(db)
  return rows[0]?.sn ?? ''
}
