import { sql } from 'kysely'
import type { Tx } from '../connection/database.ts'

const run = async (tx: Tx, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(tx)
}

/**
 * Drops what makes adding many rows slow: indexes that hold no constraint, and foreign keys. Gives what puts them back, each by
 * PostgreSQL's own definition of it; building an index once is several times faster than adding to it row by row.
 */
export const detachIndexes = async (tx: Tx, tables: readonly string[]): Promise<() => Promise<void>> => {
  const indexes = await sql<{ name: string; definition: string; mark: string | null }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition, obj_description(indexrelid) as mark
    from pg_index i
    where indrelid = any(${tables}::regclass[]) and not exists (select from pg_constraint where conindid = i.indexrelid)
    order by 1
  `.execute(tx)
  const references = await sql<{ name: string; place: string; definition: string }>`
    select quote_ident(conname) as name, conrelid::regclass::text as place, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conrelid = any(${tables}::regclass[])
    order by 2, 1
  `.execute(tx)
  await run(
    tx,
    references.rows.map(({ name, place }) => `alter table ${place} drop constraint ${name}`),
  )
  await run(
    tx,
    indexes.rows.map(({ name }) => `drop index ${name}`),
  )
  return async () => {
    await sql`set local maintenance_work_mem = '256MB'`.execute(tx)
    await run(
      tx,
      // With its mark, by which the next release sees that it is as declared (server/store/bringUp/bringUp.ts).
      indexes.rows.flatMap(({ name, definition, mark }) => [definition, ...(mark ? [`comment on index ${name} is '${mark}'`] : [])]),
    )
    await run(
      tx,
      references.rows.map(({ name, place, definition }) => `alter table ${place} add constraint ${name} ${definition}`),
    )
  }
}
