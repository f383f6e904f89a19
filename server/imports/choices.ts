import { type RawBuilder, sql } from 'kysely'
import type { CompleteResource } from '../../src/derive/complete.ts'
import { type ImportColumn, lookupOf } from '../../src/derive/imports/importColumns.ts'
import type { Tx } from '../store/connection/database.ts'
import { allOf, type Scope, scopeCondition } from '../store/reading/filters.ts'

/** A record that a cell can name. */
export interface Choice {
  key: number
  title: string
  /** Its title with what tells it from others of that title: 张杨花苑 12号-501. */
  label: string
  /** What choosing it fills in other fields, by field. */
  fills: Readonly<Record<string, unknown>>
}

/** Blanks do not count: who types a name puts them elsewhere. */
export const nameKey = (name: string): string => name.replaceAll(/\s/g, '')

interface Found extends Omit<Choice, 'fills'> {
  fills: Record<string, unknown>
}

/** Reads the records of a column's target within the caller's projects: those that `names` may mean, or the first `limit` of all. */
const readChoices = async (
  tx: Tx,
  column: ImportColumn,
  target: CompleteResource,
  scope: Scope,
  narrowed: { names: readonly string[] } | { limit: number },
): Promise<Choice[]> => {
  const lookup = lookupOf(column)
  const ref = (name: string): RawBuilder<unknown> => sql.ref(`t.${name}`)
  const key = ref(target.key)
  const bare = (value: RawBuilder<unknown>): RawBuilder<unknown> => sql`regexp_replace(${value}::text, '\\s', '', 'g')`
  const labels = column.labels.filter((name) => target.column[name]?.isStored)
  const parts = (labels.length > 0 ? labels : [target.title]).map(ref)
  const label = sql`concat_ws(' ', ${sql.join(parts)})`
  const fills = Object.values(lookup?.fills ?? {}).filter((name) => name in target.column)
  const filled = sql`jsonb_build_object(${sql.join(fills.flatMap((name) => [sql`${name}::text`, ref(name)]))})`
  const named = 'names' in narrowed ? [...new Set(narrowed.names.map(nameKey))] : []
  const keys = named.filter((name) => /^\d{1,9}$/.test(name)).map(Number)
  const isNamed = sql`(${bare(ref(target.title))} = any(${named}::text[]) or ${bare(label)} = any(${named}::text[]) or ${key} = any(${keys}::integer[]))`
  const where = allOf([...('names' in narrowed ? [isNamed] : []), ...scopeCondition(target, scope)])
  const { rows } = await sql<Found>`
    select ${key} as key, ${ref(target.title)}::text as title, ${label} as label, ${filled} as fills
    from ${sql.table(target.column[target.title]?.isStored ? target.table : target.source)} as t
    where ${where} order by ${key} ${'limit' in narrowed ? sql`limit ${narrowed.limit}` : sql``}
  `.execute(tx)
  return rows.map((row) => ({
    ...row,
    title: row.title ?? '',
    fills: Object.fromEntries(Object.entries(lookup?.fills ?? {}).map(([field, name]) => [field, row.fills[name]])),
  }))
}

/** Gives every record that one of the names may mean: by its title, its label or its number. One query however many names. */
export const choicesNamed = (
  tx: Tx,
  column: ImportColumn,
  target: CompleteResource,
  scope: Scope,
  names: readonly string[],
): Promise<Choice[]> => readChoices(tx, column, target, scope, { names })

/** Gives the first records that may be chosen. */
export const firstChoices = (tx: Tx, column: ImportColumn, target: CompleteResource, scope: Scope, limit: number): Promise<Choice[]> =>
  readChoices(tx, column, target, scope, { limit })
