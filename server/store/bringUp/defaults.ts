import { sql } from 'kysely'
import type { CompleteResource } from '../../../src/derive/complete.ts'
import type { Tx } from '../connection/database.ts'
import { defaultsOf } from './tables.ts'

/** A default as the store tells it, without the type that it adds: `'3'::smallint` is `3`. */
const plain = (text: string): string => text.replace(/::[\w ]+$/, '').replace(/^'(-?\d+)'$/, '$1')

/**
 * Gives columns that were there before the defaults that their declaration has now (a field whose choices have become states begins in the first), for
 * rows to come; those that are there stay as they are. What a migration gave a column that declares none stays too.
 */
export const bringDefaults = async (tx: Tx, resource: CompleteResource): Promise<void> => {
  const { rows } = await sql<{ name: string; given: string | null }>`
    select a.attname as name, pg_get_expr(d.adbin, d.adrelid) as given
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = to_regclass(${`"${resource.table}"`}) and a.attnum > 0 and not a.attisdropped
  `.execute(tx)
  const present = new Map(rows.map(({ name, given }) => [name, given]))
  for (const [name, wanted] of defaultsOf(resource)) {
    const given = present.get(name) ?? null
    if (given !== null && plain(given) === wanted) continue
    await sql`alter table ${sql.table(resource.table)} alter column ${sql.id(name)} set default ${sql.raw(wanted)}`.execute(tx)
  }
}
