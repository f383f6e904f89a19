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

/** Which reference a view's own one is, and of which rows: what a view chooses by a condition no index finds. */
interface RefMeaning {
  of: string
  column: string
  /** The column of a row `t` that leads to the record; the view has it beside its declared ones. */
  isRef: string
  /** The condition on a row `t` under which it does, in SQL. */
  when: string
}

/** What the keys of a view's rows, which no index has, say of a column that one has. */
interface KeyMeaning {
  of: string
  column: string
  /** The column's value of a key `k`, in SQL. */
  keysSay: string
}

/**
 * By which whole codes the beginning of one is found, where these can be told (months): an index has a beginning in the order of bytes alone, whole codes in the list's
 * order, too.
 */
interface CodesMeaning {
  of: string
  column: string
  /** All codes that begin with what was typed; null where they are too many. */
  beginning: (typed: string) => readonly string[] | null
}

type AnyMeaning = Meaning | TitleMeaning | RefMeaning | KeyMeaning | CodesMeaning

/** Declares by what a filter by a derived column finds its rows: an index knows the stored columns and not what a view makes of them. */
export const defineMeaning = <M extends AnyMeaning>(meaning: M): M => Object.freeze(meaning)

let known: readonly Meaning[] = []
let titles: readonly TitleMeaning[] = []
let refs: readonly RefMeaning[] = []
let keys: readonly KeyMeaning[] = []
let codes: readonly CodesMeaning[] = []

const isTitle = (meaning: AnyMeaning): meaning is TitleMeaning => 'titleOf' in meaning

const isRefMeaning = (meaning: AnyMeaning): meaning is RefMeaning => 'isRef' in meaning
const isKeyMeaning = (meaning: AnyMeaning): meaning is KeyMeaning => 'keysSay' in meaning

const isCodesMeaning = (meaning: AnyMeaning): meaning is CodesMeaning => 'beginning' in meaning

const checkOfView = ({ of, column }: RefMeaning | KeyMeaning): void => {
  const resource = fileResources.find(({ name }) => name === of)
  if (resource?.column[column]?.is !== 'ref' || resource.isStored)
    throw new Error(`${of}.${column}: what finds a reference otherwise is of a view that has no table`)
}

const checkCodes = ({ of, column }: CodesMeaning): void => {
  if (fileResources.find(({ name }) => name === of)?.column[column]?.match !== 'starts')
    throw new Error(`${of}.${column}: codes are told of a column that is found by its beginning`)
}

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
  refs = meanings.filter(isRefMeaning)
  keys = meanings.filter(isKeyMeaning)
  codes = meanings.filter(isCodesMeaning)
  for (const one of codes) checkCodes(one)
  for (const one of [...refs, ...keys]) checkOfView(one)
  known = meanings.filter((one): one is Meaning => 'means' in one)
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
    const [named, such] = [sql`${sql.table(target.table)} as named`, holds(sql.ref(`named.${target.title}`))]
    const first = meaning.titleOf.slice(0, place).map((before) => sql`${sql.ref(`t.${before}`)} is null`)
    // As a value of the row's own: asked whether one exists, the planner looks through all that there are for a list of them first.
    const own = isAtHand
      ? sql`(select ${such} from ${named} where ${key} = ${ref})`
      : sql`${ref} = any(array(select ${key} from ${named} where ${such}))`
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

/** Gives the condition that a reference of a view is one of these records; null where the view's column itself is asked. `isOneOf` says it of a column. */
export const refIs = (
  resource: string,
  column: string,
  isOneOf: (ref: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<SqlBool> | null => {
  const meaning = refs.find((one) => one.of === resource && one.column === column)
  return meaning ? sql<SqlBool>`(${isOneOf(sql.ref(`t.${meaning.isRef}`))} and ${sql.raw(meaning.when)})` : null
}

/** Gives all codes of a column that begin with what was typed; null where they are not told. */
export const codesBeginning = (resource: string, column: string, typed: string): readonly string[] | null =>
  codes.find((one) => one.of === resource && one.column === column)?.beginning(typed) ?? null

/** Gives what is true of the rows called `t` of a view that have these keys, and finds them by an index; null where the keys alone find them. */
export const keysSay = (resource: string, among: RawBuilder<unknown>): RawBuilder<SqlBool> | null => {
  const meaning = keys.find((one) => one.of === resource)
  return meaning
    ? sql<SqlBool>`${sql.ref(`t.${meaning.column}`)} = any(array(select ${sql.raw(meaning.keysSay)} from unnest(${among}) as k))`
    : null
}
