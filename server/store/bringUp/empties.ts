import { type RawBuilder, sql } from 'kysely'
import { isAlwaysFilled } from '../../../src/core/asked.ts'
import { kindFacts } from '../../../src/core/kinds.ts'
import { storedDefault } from '../../../src/core/knownDefaults.ts'
import type { CompleteColumn, CompleteResource } from '../../../src/derive/complete.ts'
import type { Queryable, Tx } from '../connection/database.ts'
import { allOf, inScope, type Scope } from '../reading/filters.ts'
import { storedEntries } from '../writing/write.ts'

/** Whose rows are looked at: those of these projects by the column, as it is called in the table then. */
export interface Within {
  scope: Scope
  column: string | null
}

/** Gives the conditions by which rows `t` are those. */
export const limits = ({ scope, column }: Within): RawBuilder<unknown>[] => (scope && column ? [inScope(scope, `t.${column}`)] : [])

const isEmpty = ({ is }: CompleteColumn, name: string): RawBuilder<unknown> => {
  const ref = sql.ref(`t.${name}`)
  const { empty, text } = kindFacts[is]
  if (empty) return sql`${ref} = ${sql.raw(empty)}`
  return text ? sql`(${ref} is null or ${ref} = '')` : sql`${ref} is null`
}

const namesIn = async (db: Queryable, table: string): Promise<Set<string>> => {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute where attrelid = to_regclass(${`"${table}"`}) and attnum > 0 and not attisdropped
  `.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/**
 * Gives the required columns that rows of a table would leave empty under a declaration that it has not been brought up to yet, each with
 * the number of such rows: one query, none where the table is not there. A column still to come is empty in all, unless it has a default.
 */
export const countEmpties = async (
  db: Queryable,
  resource: CompleteResource,
  within: Within,
): Promise<{ column: CompleteColumn; count: number }[]> => {
  const present = await namesIn(db, resource.table)
  const required = resource.columns.filter(({ spec, isStored, name }) => isAlwaysFilled(spec) && isStored && name !== resource.key)
  const asked = required.flatMap((column) => {
    const there = [...(column.spec.was ?? []), column.name].findLast((name) => present.has(name))
    return there ? [isEmpty(column, there)] : [storedDefault(column.spec) === undefined ? sql`true` : sql`false`]
  })
  if (present.size === 0 || required.length === 0) return []
  const counts = asked.map((condition, place) => sql`count(*) filter (where ${condition}) as ${sql.id(`n${place}`)}`)
  const { rows } = await sql<Record<string, number>>`
    select ${sql.join(counts)} from ${sql.table(resource.table)} as t where ${allOf(limits(within))}
  `.execute(db)
  return required.map((column, place) => ({ column, count: rows[0]?.[`n${place}`] ?? 0 })).filter(({ count }) => count > 0)
}

/** Writes each value into the rows that have none in its column, all in one UPDATE that raises their versions. */
export const fillEmpties = async (
  tx: Tx,
  resource: CompleteResource,
  values: Readonly<Record<string, unknown>>,
  within: Within,
): Promise<void> => {
  const filled = Object.entries(values).flatMap(([name, value]) => {
    const column = resource.column[name]
    return column ? [{ condition: isEmpty(column, name), entries: storedEntries(tx, resource, { [name]: value }) }] : []
  })
  if (filled.length === 0) return
  const sets = filled.flatMap(({ condition, entries }) =>
    entries.map(([name, value]) => sql`${sql.id(name)} = case when ${condition} then ${value} else ${sql.ref(`t.${name}`)} end`),
  )
  const anyEmpty = sql`(${sql.join(
    filled.map(({ condition }) => condition),
    sql` or `,
  )})`
  await sql`
    update ${sql.table(resource.table)} as t set ${sql.join([...sets, sql`version = t.version + 1`, sql`updated_at = epoch_now()`])}
    where ${allOf([anyEmpty, ...limits(within)])}
  `.execute(tx)
}
