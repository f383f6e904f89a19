import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { FormSchema, FormValue } from '../../../src/core/form.ts'
import type { Setting } from '../../../src/core/setting.ts'
import { defaultsOf } from '../../../src/derive/forms/activeForm.ts'
import { activeValues } from '../../../src/derive/forms/validateForm.ts'
import { differing, secretsOf } from '../../../src/derive/settings.ts'
import type { SettingInForce } from '../../../src/protocol/types.ts'
import type { Queryable, Tx } from '../../store/connection/database.ts'
import type { Row } from '../../store/connection/rows.ts'
import type { KeyHolder } from '../../store/sealing/secretKey.ts'
import { unseal } from './secrets.ts'

export type Values = Record<string, unknown>

/** A version as the store has it; the one before the first is the defaults. */
interface Version {
  version: number
  content: Values
}

const DEFAULTS: Version = { version: 0, content: {} }

/** Gives the fields' values out of what is kept: a field that came with a later release has its default. Keys stay encrypted. */
export const valuesOf = (form: FormSchema, content: Values): Values => {
  return activeValues(form, { ...defaultsOf(form), ...content })
}

/** The day from which a version (`s`) is in force. */
const since = sql`coalesce(s.from_date, to_timestamp(s.created_at)::date)`

/**
 * Gives the version in force today, or the one of that number (0 is the defaults); 404 where there is none. Of all whose day has come it is the one
 * whose day came last, of those of one day the one that was saved last.
 */
export const readVersion = async (db: Queryable, { name }: Pick<Setting, 'name'>, version?: number): Promise<Version> => {
  if (version === 0) return DEFAULTS
  const wanted = version === undefined ? sql`${since} <= current_date` : sql`s.version = ${version}`
  const { rows } = await sql<Version>`
    select s.version, s.content from setting_version s
    where s.setting = ${name} and ${wanted} order by ${since} desc, s.version desc limit 1
  `.execute(db)
  if (rows[0]) return rows[0]
  if (version !== undefined) throw new CallError(404)
  return DEFAULTS
}

type Saved = Pick<SettingInForce, 'version' | 'at' | 'by'>
type Coming = Version & { from_date: string }

/** Gives what was saved last and by whom; version 0 by nobody where nothing was. */
export const readLast = async (db: Queryable, { name }: Pick<Setting, 'name'>): Promise<Saved> => {
  const { rows } = await sql<Saved>`
    select s.version, s.created_at as at, a.name as by from setting_version s join account a on a.user_id = s.created_by
    where s.setting = ${name} order by s.version desc limit 1
  `.execute(db)
  return rows[0] ?? { version: 0, at: null, by: null }
}

/** Gives what comes into force next and differs from what is in force; null where nothing does. */
export const readComing = async (db: Queryable, { name, form }: Setting, now: Version): Promise<SettingInForce['coming']> => {
  const { rows } = await sql<Coming>`
    select distinct on (s.from_date) s.version, s.from_date, s.content from setting_version s
    where s.setting = ${name} and s.from_date > current_date order by s.from_date, s.version desc
  `.execute(db)
  const next = rows.find(({ content }) => differing(form, valuesOf(form, now.content), valuesOf(form, content)).length > 0)
  return next ? { version: next.version, from_date: next.from_date } : null
}

/** Gives the content of what is in force and of all that comes into force later. */
export const readStanding = async (db: Queryable, { name }: Pick<Setting, 'name'>): Promise<Values[]> => {
  const { rows } = await sql<Version>`
    select distinct on (${since}) s.content from setting_version s where s.setting = ${name}
      and ${since} >= coalesce((select max(${since}) from setting_version s where s.setting = ${name} and ${since} <= current_date), '-infinity')
    order by ${since}, s.version desc
  `.execute(db)
  return rows.map(({ content }) => content)
}

/** Gives the number of the version in force, 0 where nobody has changed the defaults: what is judged now keeps it. */
export const settingVersion = async (db: Queryable, setting: Pick<Setting, 'name'>): Promise<number> =>
  (await readVersion(db, setting)).version

/** What a version says of itself, beside its content. */
interface About {
  userId: number
  /** The version that it puts back. */
  restored?: number
  /** The day from which it is in force, where it is not from now on. */
  from_date?: string | undefined
}

/** Adds the next version after `read`; 409 where another has been saved since that was read. */
export const addVersion = async (
  tx: Tx,
  { name }: Pick<Setting, 'name'>,
  read: number,
  content: Values,
  { userId, restored, from_date }: About,
): Promise<number> => {
  const { rows } = await sql<Row<'setting_version', 'version'>>`
    insert into setting_version (setting, version, content, restored, from_date, created_by)
    select ${name}, ${read}::integer + 1, ${JSON.stringify(content)}::jsonb, ${restored ?? null}::integer, ${from_date ?? null}::date, ${userId}::integer
    where (select coalesce(max(version), 0) from setting_version where setting = ${name}) = ${read}::integer returning version
  `.execute(tx)
  if (!rows[0]) throw new CallError(409)
  return rows[0].version
}

/**
 * Gives a setting as it is in force, or as it was in the version of that number, in the types of its form, without its keys: defaults where
 * nobody has changed it. 404 for a version that there never was.
 */
export const readSetting = async <S extends FormSchema>(db: Queryable, setting: Setting<S>, version?: number): Promise<FormValue<S>> => {
  const { content } = await readVersion(db, setting, version)
  const secrets = secretsOf(setting.form)
  return Object.fromEntries(Object.entries(valuesOf(setting.form, content)).filter(([name]) => !secrets.includes(name))) as FormValue<S>
}

/** Gives all versions of a setting whose day has come, each with the day from which it was in force, the earliest first. Keys stay encrypted. */
export const readVersions = async <S extends FormSchema>(
  db: Queryable,
  { name, form }: Pick<Setting<S>, 'name' | 'form'>,
): Promise<{ since: string; values: FormValue<S> }[]> => {
  const { rows } = await sql<{ since: string; content: Values }>`
    select ${since} as since, s.content from setting_version s where s.setting = ${name} and ${since} <= current_date order by ${since}, s.version
  `.execute(db)
  return rows.map((row) => ({ since: row.since, values: valuesOf(form, row.content) as FormValue<S> }))
}

/** Gives the keys of a setting in clear, by field: for the adapter that uses them and nobody else. */
export const readSecrets = async (db: Queryable, setting: Setting, holder: KeyHolder): Promise<Readonly<Record<string, string>>> => {
  const { content } = await readVersion(db, setting)
  const values = valuesOf(setting.form, content)
  const held = secretsOf(setting.form).filter((name) => typeof values[name] === 'string')
  const opened = held.map(async (name) => [name, await unseal(holder, `${setting.name}.${name}`, String(values[name]))] as const)
  return Object.fromEntries(await Promise.all(opened))
}
