import { sql } from 'kysely'
import type { Field } from '../../src/core/form.ts'
import { recordsOf } from '../../src/declared/chosen.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import type { Queryable } from '../store/connection/database.ts'
import { keyList } from '../store/reading/keyList.ts'
import type { Call } from './defineCall.ts'

type Params = Readonly<Record<string, unknown>>

/** Gives for those of some records that were merged into another the one that stayed. */
const keptOf = async (db: Queryable, { table, key, merges }: CompleteResource, keys: readonly number[]): Promise<Map<number, number>> => {
  if (!merges || keys.length === 0) return new Map()
  const { rows } = await sql<{ gone: number; kept: number }>`
    select ${sql.ref(key)} as gone, ${sql.ref(merges.into)} as kept from ${sql.table(table)}
    where ${sql.ref(key)} = any(${keyList(keys)}) and ${sql.ref(merges.into)} is not null
  `.execute(db)
  return new Map(rows.map(({ gone, kept }) => [gone, kept]))
}

/** What one field names, where what is chosen there may be merged since. */
const kept = async (db: Queryable, field: Field | undefined, value: unknown): Promise<unknown> => {
  const of = field?.['x-lookup'] && recordsOf(field['x-lookup'])
  if (!of?.merges || value === undefined || value === null) return value
  const found = await keptOf(db, of, [value].flat() as number[])
  const nameOf = (one: number): number => found.get(one) ?? one
  return Array.isArray(value) ? [...new Set(value.map(nameOf))] : nameOf(value as number)
}

/**
 * Gives what was asked before with those whom it names as they are known now: what was submitted for approval names an entry that was merged into another
 * meanwhile, and means whom that one is of.
 */
export const namingKept = async (db: Queryable, { params: { properties } }: Pick<Call, 'params'>, params: Params): Promise<Params> => {
  const asked: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(params)) asked[name] = await kept(db, properties[name], value)
  return asked
}
