import { resourceNamed, resources } from '../../src/declared/declared.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import { targetOfField } from '../../src/derive/forms/namedIn.ts'
import type { Queryable } from '../store/connection/database.ts'
import { type Row, rowsQuery } from '../store/reading/list.ts'

interface Naming {
  column: string
  field: string
  target: CompleteResource
}

const namingsIn = (resource: CompleteResource): Naming[] =>
  resource.columns.flatMap(({ name: column, spec }) =>
    spec.is !== 'rows'
      ? []
      : Object.entries(spec.of.properties).flatMap(([field, one]) => {
          const target = targetOfField(one, resources)
          return target ? [{ column, field, target }] : []
        }),
  )

const partsOf = (row: Row, column: string): Row[] => (Array.isArray(row[column]) ? (row[column] as Row[]) : [])

/** Gives records whose small tables say what they refer to by its title, as columns do: on paper nobody can look a number up. */
export const withRowTitles = async (tx: Queryable, resource: CompleteResource, rows: readonly Row[]): Promise<readonly Row[]> => {
  let named = rows
  for (const { column, field, target } of namingsIn(resource)) {
    const keys = new Set(named.flatMap((row) => partsOf(row, column).map((part) => part[field])).filter((key) => typeof key === 'number'))
    if (keys.size === 0) continue
    const found = (await rowsQuery(tx, target, [...keys], null, resourceNamed).execute(tx)).rows
    const titles = new Map(found.map((one) => [one[target.key], one[`${target.title}_title`] ?? one[target.title]]))
    const said = (part: Row): Row => ({ ...part, [field]: titles.get(part[field]) ?? part[field] })
    named = named.map((row) => ({ ...row, [column]: partsOf(row, column).map(said) }))
  }
  return named
}
