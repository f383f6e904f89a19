import { groupBy } from 'es-toolkit'
import { type RawBuilder, sql } from 'kysely'
import { isMaskedKind, type MaskedKind } from '../../src/core/kinds.ts'
import { RETIRED } from '../../src/core/retiring.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import { type ImportColumn, lookupOf } from '../../src/derive/imports/importColumns.ts'
import { plainDigits } from '../../src/protocol/fen.ts'
import { cleanNumber, personalNumbers } from '../../src/protocol/masks.ts'
import { hashName } from '../store/bringUp/tables.ts'
import type { Tx } from '../store/connection/database.ts'
import { allOf, type Scope, scopeCondition } from '../store/reading/filters.ts'
import { sealerOf } from '../store/sealing/sealer.ts'

/** A record that a cell can name. */
export interface Choice {
  key: number
  title: string
  /** Its title with what tells it from others of that title: 张杨花苑 12号-501. */
  label: string
  /** Of the names that were asked for those that say its personal number in full, alone or behind its title (`nameKey`). */
  numbered: readonly string[]
  /** What choosing it fills in other fields, by field. */
  fills: Readonly<Record<string, unknown>>
  /** Whether it may be chosen anew: it was neither merged into another nor retired, and is no account that was stopped. */
  isOffered: boolean
}

/** Blanks do not count, nor an input method's wide letters: who types a name puts them elsewhere. */
export const nameKey = (name: string): string => plainDigits(withoutBlanks(name))

/** The key that a name says (编号 12); null for any other name. A number alone is none: who types 501 means a room that is called so, and not the 501st of all. */
export const keyIn = (name: string): number | null => {
  const [, key] = /^(?:编号|no\.?)(\d{1,9})$/i.exec(nameKey(name)) ?? []
  return key === undefined ? null : Number(key)
}

const withoutBlanks = (name: string): string => name.replaceAll(/\s/g, '')

interface Found extends Omit<Choice, 'fills' | 'numbered'> {
  fills: Record<string, unknown>
  /** Of its personal numbers, each in hex. */
  hashes: string[]
}

/** A name that ends with a personal number in full. */
interface Numbered {
  name: string
  /** What stands before the number: nothing, or whose it is. */
  before: string
  hash: Buffer
}

/**
 * What a column's records are told apart by: its labels, or their title alone; and the number that only one of them has (身份证号), where no label is it, as it is seen in lists. A
 * view may not have what numbers are found by.
 */
const labelsIn = ({ labels }: ImportColumn, target: CompleteResource): string[] => {
  const own = labels.filter((name) => target.column[name]?.isStored)
  const numbers = target.column[target.title]?.isStored
    ? target.columns.filter(({ is, isStored, spec }) => isStored && isMaskedKind(is) && 'unique' in spec && spec.unique === true)
    : []
  return [...(own.length > 0 ? own : [target.title]), ...numbers.flatMap(({ name }) => (own.includes(name) ? [] : [name]))]
}

/** Those that are personal numbers, where the table itself is read. */
const personalLabels = (labels: readonly string[], target: CompleteResource): { name: string; is: MaskedKind }[] =>
  (target.column[target.title]?.isStored ? labels : []).flatMap((name) => {
    const { is, isStored } = target.column[name] ?? {}
    return isStored && isMaskedKind(is) ? [{ name, is }] : []
  })

/** Gives the names that end with a number of this kind, as the store finds it: by its keyed hash. */
const numberedAs = (tx: Tx, is: MaskedKind, names: readonly string[]): Numbered[] => {
  const whole = new RegExp(`^(.*?)(${personalNumbers[is].pattern.slice(1, -1)})$`)
  return names.flatMap((name) => {
    const [, before = '', number] = whole.exec(cleanNumber(name)) ?? []
    return number === undefined ? [] : [{ name, before, hash: sealerOf(tx).hash(is, number) }]
  })
}

/** What is true of the records (`t`) that are chosen anew. */
const offering = ({ name, merges, column }: CompleteResource): RawBuilder<unknown>[] => [
  ...(merges ? [sql`${sql.ref(`t.${merges.into}`)} is null`] : []),
  ...(column[RETIRED]?.isStored ? [sql`${sql.ref(`t.${RETIRED}`)} = 0`] : []),
  ...(name === 'account' ? [sql`t.is_active`] : []),
]

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
  const labels = labelsIn(column, target)
  const parts = labels.map(ref)
  const label = sql`concat_ws(' ', ${sql.join(parts)})`
  const fills = Object.values(lookup?.fills ?? {}).filter((name) => name in target.column)
  const filled = sql`jsonb_build_object(${sql.join(fills.flatMap((name) => [sql`${name}::text`, ref(name)]))})`
  const named = 'names' in narrowed ? [...new Set(narrowed.names.flatMap((name) => [withoutBlanks(name), nameKey(name)]))] : []
  const keys = named.flatMap((name) => keyIn(name) ?? [])
  const personal = personalLabels(labels, target)
  const numbered = personal.flatMap(({ is }) => numberedAs(tx, is, named))
  const hashes = personal.map((one) => ref(hashName(one.name)))
  const isNumbered = hashes.map((hash) => sql`${hash} = any(${numbered.map((one) => one.hash)}::bytea[])`)
  const isNamed = sql`(${bare(ref(target.title))} = any(${named}::text[]) or ${bare(label)} = any(${named}::text[]) or ${key} = any(${keys}::integer[])${sql.join([sql``, ...(numbered.length > 0 ? isNumbered : [])], sql` or `)})`
  const offered = allOf(offering(target))
  const where = allOf(['names' in narrowed ? isNamed : offered, ...scopeCondition(target, scope)])
  const { rows } = await sql<Found>`
    select ${key} as key, ${ref(target.title)}::text as title, ${label} as label, ${filled} as fills, ${offered} as "isOffered",
      array[${sql.join(hashes.map((hash) => sql`encode(${hash}, 'hex')`))}]::text[] as hashes
    from ${sql.table(target.column[target.title]?.isStored ? target.table : target.source)} as t
    where ${where} order by ${key} ${'limit' in narrowed ? sql`limit ${narrowed.limit}` : sql``}
  `.execute(tx)
  const byHash = groupBy(numbered, ({ hash }) => hash.toString('hex'))
  return rows.map(({ hashes: own, ...row }) => ({
    ...row,
    title: row.title ?? '',
    numbered: own
      .flatMap((hash) => byHash[hash] ?? [])
      .filter(({ before }) => before === '' || before === cleanNumber(row.title ?? ''))
      .map(({ name }) => name),
    fills: Object.fromEntries(Object.entries(lookup?.fills ?? {}).map(([field, name]) => [field, row.fills[name]])),
  }))
}

/** Gives every record that one of the names may mean: by its title, its label, its key (编号 12), or a person's number in full. One query however many names. */
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
