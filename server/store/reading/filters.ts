import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CompleteColumn, CompleteResource } from '../../../src/derive/complete.ts'
import { plainDigits, plainLetters } from '../../../src/protocol/fen.ts'
import { hashName } from '../bringUp/tables.ts'
import { codesBeginning, hasMeaning, meaningOf, refIs, titleHolds } from './meanings.ts'

/** A condition on the rows of the table or view called `t`. */
type Condition = RawBuilder<unknown>

const LAST = '\u{10FFFF}'

/** Gives the pieces of what staff typed, as the index has them: pairs of characters, or the one character. */
const gramsOf = (typed: string): string[] => {
  const letters = [...typed.toLowerCase()]
  if (letters.length < 2) return letters
  return [...new Set(letters.slice(1).map((letter, index) => `${letters[index]}${letter}`))]
}

/** Chinese, digits and signs are looked for as they stand: to lower a text by the rules of its language takes five times what looking at it does. */
const hasCase = (typed: string): boolean => typed.toLowerCase() !== typed.toUpperCase()

const anyOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 1 ? sql.join(conditions) : sql`(${sql.join(conditions, sql` or `)})`

/** As it was typed, and in plain letters and digits where an input method made wide ones (５０１): rooms, companies and people are registered in either. */
const inEither = (typed: string, condition: (written: string) => Condition): Condition =>
  anyOf([...new Set([typed, plainLetters(typed)])].map(condition))

const holdsWritten = (column: RawBuilder<unknown>, written: string): Condition =>
  hasCase(written) ? sql`position(lower(${written}) in lower(${column})) > 0` : sql`position(${written} in ${column}) > 0`

/** The same as `containsText` for a row at hand: making its pairs costs ten times what looking at its text does. */
export const holdsText = (column: RawBuilder<unknown>, typed: string): Condition =>
  inEither(typed, (written) => holdsWritten(column, written))

/**
 * Text that contains what was typed, for the index: it finds rows with all the pairs. Beyond one pair they need not stand together, so
 * the text is looked at as well.
 */
export const containsText = (column: RawBuilder<unknown>, typed: string): Condition =>
  inEither(typed, (written) => {
    const found = sql`grams(${column}) @> ${gramsOf(written)}::text[]`
    return [...written].length <= 2 ? found : sql`(${found} and ${holdsWritten(column, written)})`
  })

/** Gives the words of what was typed, at most so many as are looked for. */
export const wordsOf = (typed: unknown): string[] =>
  String(typed ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 5)

/** Text that starts with what was typed, in a form that a prepared statement can use the index for. */
export const startsWith = (column: RawBuilder<unknown>, typed: string): Condition =>
  sql`(${column} ~>=~ ${typed} and ${column} ~<~ ${typed + LAST})`

/** A code that is typed as long as any can be is the whole one: an index then has the list's order behind it (a month of a report). */
const codeIsWritten = (resource: string, { name, spec }: CompleteColumn, ref: RawBuilder<unknown>, typed: string): Condition => {
  if ('max' in spec && spec.max === [...typed].length) return sql`${ref} = ${typed}`
  const codes = codesBeginning(resource, name, typed)
  return codes ? sql`${ref} = any(${codes}::text[])` : startsWith(ref, typed)
}

/** As it was typed, or as the numbers that the system gives are written: in large letters, and in plain digits where an input method made wide ones. */
const codeIs = (resource: string, column: CompleteColumn, ref: RawBuilder<unknown>, typed: string): Condition => {
  const written = [...new Set([typed, plainDigits(typed).toUpperCase()])]
  return anyOf(written.map((one) => codeIsWritten(resource, column, ref, one)))
}

const oneOf = (column: RawBuilder<unknown>, values: readonly unknown[]): Condition =>
  // One value as an equality keeps the index's order behind it usable; a list needs a sort.
  values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = any(${values}::integer[])`

/** Before the hash of a whole number, where what was typed stood (server/calls/findable.ts): the number itself goes no further. */
const HASH_MARK = '#'
export const foundByHash = (hash: Buffer): string => HASH_MARK + hash.toString('hex')

/** A personal number of which the hash is given, or the last four characters, which its mask shows. */
const knownNumber = (column: CompleteColumn, value: string): Condition =>
  value.startsWith(HASH_MARK)
    ? sql`${sql.ref(`t.${hashName(column.name)}`)} = ${Buffer.from(value.slice(HASH_MARK.length), 'hex')}`
    : sql`right(${sql.ref(`t.${column.name}`)}, 4) = ${value}`

const condition = (resource: string, column: CompleteColumn, params: Readonly<Record<string, unknown>>): Condition[] => {
  const ref = sql.ref(`t.${column.name}`)
  const value = params[column.name]
  switch (column.match) {
    case 'range': {
      const [start, end] = [params[`${column.name}_start`], params[`${column.name}_end`]]
      return [...(start === undefined ? [] : [sql`${ref} >= ${start}`]), ...(end === undefined ? [] : [sql`${ref} <= ${end}`])]
    }
    case 'contains':
      if (value === undefined || value === '') return []
      return [titleHolds(resource, column.name, (title) => containsText(title, String(value)), false) ?? containsText(ref, String(value))]
    case 'starts':
      return value === undefined || value === '' ? [] : [codeIs(resource, column, ref, String(value))]
    case 'known':
      return value === undefined || value === '' ? [] : [knownNumber(column, String(value))]
    case 'any':
      if (!Array.isArray(value) || value.length === 0) return []
      return [meaningOf(resource, column.name, value) ?? refIs(resource, column.name, (of) => oneOf(of, value)) ?? oneOf(ref, value)]
    case 'has':
      return Array.isArray(value) && value.length > 0 ? [sql`${ref} @> ${value}::integer[]`] : []
    case 'equals':
      return value === undefined ? [] : [sql`${ref} = ${value}`]
    default:
      return []
  }
}

/** The same for a row at hand: making a row's pairs costs ten times what looking at its text does. */
const test = (resource: string, column: CompleteColumn, params: Readonly<Record<string, unknown>>): Condition[] => {
  const value = params[column.name]
  if (column.match !== 'contains' || value === undefined || value === '') return condition(resource, column, params)
  const holds = (text: RawBuilder<unknown>): Condition => holdsText(text, String(value))
  return [titleHolds(resource, column.name, holds, true) ?? holds(sql.ref(`t.${column.name}`))]
}

/** Projects that a session may see (accounts, where rows are people's own); null is all. */
export type Scope = readonly number[] | null

/** Whether a scope has all the projects of another. */
export const covers = (scope: Scope, other: Scope): boolean => scope === null || other?.every((project) => scope.includes(project)) === true

/**
 * The data scope as a condition on a column of hand-written SQL, which names it as that SQL does (`o.p_id`). Of a single one it is asked for by
 * equality: what an index has behind it is then in order.
 */
export const inScope = (scope: Scope, column: string): RawBuilder<SqlBool> => {
  if (!scope) return sql`true`
  return scope.length === 1 ? sql`${sql.ref(column)} = ${scope[0]}::integer` : sql`${sql.ref(column)} = any(${scope}::integer[])`
}

/** The data scope in the same SQL that reads the rows, so that counts, exports and lookups obey it too. */
export const scopeCondition = (resource: CompleteResource, scope: Scope): Condition[] => {
  const column = resource.own ?? resource.scope
  return column && scope ? [inScope(scope, `t.${column}`)] : []
}

/** Whose rows of a resource a session may see: those of its projects, or of rows that belong to accounts its own. */
export const scopeOf = (resource: CompleteResource, session: { userId: number; scope: Scope }): Scope =>
  resource.own ? [session.userId] : session.scope

/** What the params of a list call ask of a row. */
export interface Filters {
  /** As an index finds rows. */
  conditions: Condition[]
  /** As rows are tested that come in the list's order. */
  tests: Condition[]
  /** Names of the columns that are filtered. */
  columns: string[]
  /** Whether only the view knows one of those columns. */
  needsView: boolean
}

export const filtersOf = (resource: CompleteResource, params: Readonly<Record<string, unknown>>): Filters => {
  const used = resource.columns.filter((column) => column.filter && condition(resource.name, column, params).length > 0)
  const chosen = resource.scope && !resource.column[resource.scope]?.filter ? params[resource.scope] : undefined
  const byProject = chosen === undefined ? [] : [sql`${sql.ref(`t.${resource.scope}`)} = ${chosen}`]
  return {
    conditions: [...used.flatMap((column) => condition(resource.name, column, params)), ...byProject],
    tests: [...used.flatMap((column) => test(resource.name, column, params)), ...byProject],
    columns: [...used.map((column) => column.name), ...(byProject.length > 0 && resource.scope ? [resource.scope] : [])],
    needsView: used.some((column) => !column.isStored && !hasMeaning(resource.name, column.name)),
  }
}

export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
