import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { fileResources } from '../../../src/declared/declared.ts'

/** What the choices of a derived column mean in stored ones. */
export interface Meaning {
  /** The resource. */
  of: string
  column: string
  /** By choice the condition on the columns of a row `t`, in SQL: true for exactly the rows for which the view gives this choice. */
  means: Readonly<Record<number, string>>
}

/** Declares by what a filter by a derived column finds its rows: an index knows the stored columns and not what a view makes of them. */
export const defineMeaning = (meaning: Meaning): Meaning => Object.freeze(meaning)

let known: readonly Meaning[] = []

/** Takes what the domains say (server/wiring.ts). Throws where it is of no column with fixed choices, or leaves one of them out. */
export const provideMeanings = (meanings: readonly Meaning[]): void => {
  for (const { of, column, means } of meanings) {
    const spec = fileResources.find(({ name }) => name === of)?.column[column]?.spec
    const choices = spec?.is === 'enum' ? Object.keys(spec.of) : []
    if (choices.length === 0 || choices.join() !== Object.keys(means).join())
      throw new Error(`${of}.${column}: a meaning is said for each choice of a column that has them`)
  }
  known = meanings
}

const among = (resource: string, column: string): Meaning | undefined => known.find((one) => one.of === resource && one.column === column)

/** Whether stored columns alone tell which rows have a choice of this column. */
export const hasMeaning = (resource: string, column: string): boolean => among(resource, column) !== undefined

/** Gives the condition that a derived column has one of these choices; null where only its view tells. */
export const meaningOf = (resource: string, column: string, choices: readonly number[]): RawBuilder<SqlBool> | null => {
  const means = among(resource, column)?.means
  if (!means) return null
  const each = choices.map((choice) => sql<SqlBool>`(${sql.raw(means[choice] ?? 'false')})`)
  return sql<SqlBool>`(${sql.join(each, sql` or `)})`
}
