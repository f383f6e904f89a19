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

/** Whose title a derived text is: that of the first of these references of the row which is there. */
export interface TitleMeaning {
  of: string
  column: string
  titleOf: readonly string[]
}

type AnyMeaning = Meaning | TitleMeaning

/** Declares by what a filter by a derived column finds its rows: an index knows the stored columns and not what a view makes of them. */
export const defineMeaning = <M extends AnyMeaning>(meaning: M): M => Object.freeze(meaning)

let known: readonly Meaning[] = []
let titles: readonly TitleMeaning[] = []

const isTitle = (meaning: AnyMeaning): meaning is TitleMeaning => 'titleOf' in meaning

const checkTitle = ({ of, column, titleOf }: TitleMeaning): void => {
  const resource = fileResources.find(({ name }) => name === of)
  const isRef = (name: string) => resource?.column[name]?.is === 'ref' && resource.column[name].isStored
  if (resource?.column[column]?.match !== 'contains' || titleOf.length === 0 || !titleOf.every(isRef))
    throw new Error(`${of}.${column}: a title is that of stored references, and of a text that is searched`)
}

/** Takes what the domains say (server/wiring.ts). Throws where it is of no column with fixed choices, or leaves one of them out. */
export const provideMeanings = (meanings: readonly AnyMeaning[]): void => {
  titles = meanings.filter(isTitle)
  for (const title of titles) checkTitle(title)
  known = meanings.filter((one): one is Meaning => !isTitle(one))
  for (const { of, column, means } of known) {
    const spec = fileResources.find(({ name }) => name === of)?.column[column]?.spec
    const choices = spec?.is === 'enum' ? Object.keys(spec.of) : []
    if (choices.length === 0 || choices.join() !== Object.keys(means).join())
      throw new Error(`${of}.${column}: a meaning is said for each choice of a column that has them`)
  }
}

const among = (resource: string, column: string): Meaning | undefined => known.find((one) => one.of === resource && one.column === column)

const titleAmong = (resource: string, column: string): TitleMeaning | undefined =>
  titles.find((one) => one.of === resource && one.column === column)

/** Whether stored columns alone tell which rows have a choice of this column, or a title. */
export const hasMeaning = (resource: string, column: string): boolean =>
  among(resource, column) !== undefined || titleAmong(resource, column) !== undefined

/**
 * Gives the condition that a derived title of a row `t` is one that `holds` is true of (told which column that is); null where only its view tells. `isAtHand`: of a row
 * that is there, its own references are asked; otherwise all that have such a title are found first, and their rows by the references' indexes.
 */
export const titleHolds = (
  resource: string,
  column: string,
  holds: (title: RawBuilder<unknown>) => RawBuilder<unknown>,
  isAtHand: boolean,
): RawBuilder<SqlBool> | null => {
  const meaning = titleAmong(resource, column)
  const columns = fileResources.find(({ name }) => name === resource)?.column
  if (!meaning || !columns) return null
  const each = meaning.titleOf.map((name, place) => {
    const target = fileResources.find((one) => one.name === columns[name]?.target)
    if (!target) throw new Error(`${resource}.${name} leads to nothing`)
    const [ref, key] = [sql.ref(`t.${name}`), sql.ref(`named.${target.key}`)]
    const such = sql`from ${sql.table(target.table)} as named where ${holds(sql.ref(`named.${target.title}`))}`
    const first = meaning.titleOf.slice(0, place).map((before) => sql`${sql.ref(`t.${before}`)} is null`)
    const own = isAtHand ? sql`exists (select ${such} and ${key} = ${ref})` : sql`${ref} = any(array(select ${key} ${such}))`
    return sql`(${sql.join([own, ...first], sql` and `)})`
  })
  return sql<SqlBool>`(${sql.join(each, sql` or `)})`
}

/** Gives the condition that a derived column has one of these choices; null where only its view tells. */
export const meaningOf = (resource: string, column: string, choices: readonly number[]): RawBuilder<SqlBool> | null => {
  const means = among(resource, column)?.means
  if (!means) return null
  const each = choices.map((choice) => sql<SqlBool>`(${sql.raw(means[choice] ?? 'false')})`)
  return sql<SqlBool>`(${sql.join(each, sql` or `)})`
}
