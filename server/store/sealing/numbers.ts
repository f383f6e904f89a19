import { sql } from 'kysely'
import { isMaskedKind } from '../../../src/core/kinds.ts'
import type { CompleteResource } from '../../../src/derive/complete.ts'
import { sealedColumns, sealedName } from '../bringUp/tables.ts'
import type { Queryable } from '../connection/database.ts'
import { allOf, type Scope, scopeCondition } from '../reading/filters.ts'
import { sealerOf } from './sealer.ts'

/** The personal numbers of a record in full, by column, and what the log says it is. */
export interface Numbers {
  numbers: Readonly<Record<string, string | null>>
  title: string
  p_id: number | null
}

/** Opens the personal numbers of one record; null where there is no such record in scope. */
export const readNumbers = async (db: Queryable, resource: CompleteResource, key: number, scope: Scope): Promise<Numbers | null> => {
  const columns = sealedColumns(resource)
  const sealed = columns.map(({ name }) => sql`${sql.ref(`t.${sealedName(name)}`)}`)
  const project = resource.scope && resource.column[resource.scope]?.isStored ? sql.ref(`t.${resource.scope}`) : sql`null::integer`
  const where = allOf([sql`${sql.ref(`t.${resource.key}`)} = ${key}`, ...scopeCondition(resource, scope)])
  const { rows } = await sql<Record<string, unknown> & { title_: string; p_id_: number | null }>`
    select ${sql.join(sealed)}, ${sql.ref(`t.${resource.title}`)}::text as title_, ${project} as p_id_ from ${sql.table(resource.source)} as t where ${where}
  `.execute(db)
  const [row] = rows
  if (!row) return null
  const sealer = sealerOf(db)
  const opened = columns.map(({ name, is }): [string, string | null] => {
    const bytes = row[sealedName(name)]
    return [name, isMaskedKind(is) && Buffer.isBuffer(bytes) ? sealer.open(is, bytes) : null]
  })
  return { numbers: Object.fromEntries(opened), title: row.title_, p_id: row.p_id_ }
}
