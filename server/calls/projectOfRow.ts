import { sql } from 'kysely'
import { type FormSchema, holds } from '../../src/core/form.ts'
import { isMadeAtRunTime } from '../../src/core/resource.ts'
import type { CompleteColumn, CompleteResource } from '../../src/derive/complete.ts'
import type { Queryable } from '../store/connection/database.ts'
import { keyList } from '../store/reading/keyList.ts'
import type { Resolve } from '../store/reading/list.ts'
import { belongingOf, belongingOfEdited, belongingOfNew, orThrow, writersProject } from '../store/writing/belonging.ts'
import type { Context } from './defineCall.ts'

type Values = Readonly<Record<string, unknown>>
type Writing = Pick<Context, 'tx' | 'session'>

/** Gives the project of a row that is to be added, where the row has one and none was given (`belongingOfNew`). Throws 400 where it names what is not there, and where its writer has to choose. */
export const projectOfNew = async ({ tx, session }: Writing, resource: CompleteResource, values: Values, resolve: Resolve) =>
  orThrow((await belongingOfNew(tx, resource, [values], session.scope, resolve))[0])

/** Whether one of these rows names something in one of these columns. */
const nameSomething = async (
  db: Queryable,
  { table, key }: CompleteResource,
  keys: readonly number[],
  columns: readonly CompleteColumn[],
): Promise<boolean> => {
  if (columns.length === 0) return false
  const named = columns.map(({ name, is }) => (is === 'refs' ? sql`cardinality(${sql.id(name)}) > 0` : sql`${sql.id(name)} is not null`))
  const { rows } = await sql`
    select from ${sql.table(table)} where ${sql.id(key)} = any(${keyList(keys)}) and (${sql.join(named, sql` or `)}) limit 1
  `.execute(db)
  return rows.length > 0
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && [value].flat().length > 0

/** Rows of a resource that are written: by which dialog (null where none asks), with what, and how what they name is found. */
interface Changing {
  resource: CompleteResource
  form: FormSchema | null
  keys: readonly number[]
  values: Values
  resolve: Resolve
}

/** What `said` of the project of rows of a page made at run time holds of them; nothing for any other resource, or where the form asks for it. */
const goesWith = async (
  db: Queryable,
  { resource, form, keys, values, resolve }: Changing,
  said: Record<string, number>,
): Promise<Record<string, number>> => {
  const { scope } = resource
  if (!scope || !isMadeAtRunTime(resource) || form?.properties[scope] || said[scope] === undefined) return {}
  const naming = resource.columns.filter(({ name, isStored, target }) => isStored && target && name !== scope && resolve(target).scope)
  const before = naming
    .slice(
      0,
      naming.findIndex(({ name }) => isGiven(values[name])),
    )
    .filter(({ name }) => !form?.properties[name])
  return (await nameSomething(db, resource, keys, before)) ? {} : said
}

/**
 * Gives the project to which rows of a page made at run time go with what they name now, where nobody is asked for it: as a new one has the project of the first record
 * that it names. What a row names before that, and the form does not ask, says it as before. Nothing for any other resource. Throws 400 where what is named is not there.
 */
export const projectOfChanged = async ({ tx, session }: Writing, changing: Changing): Promise<Record<string, number>> => {
  const { resource, values, resolve } = changing
  return goesWith(tx, changing, await belongingOf(tx, resource, values, session.scope, resolve))
}

/** The project of a row whose dialog asks for one and was left without: its writer would not see it again (`writersProject`). */
const notLost = ({ session }: Writing, resource: CompleteResource, form: FormSchema, values: Values): Record<string, number> => {
  const field = form.properties[resource.scope ?? '']
  const isEmptied = field !== undefined && holds(field['x-when'], values) && !isGiven(values[resource.scope ?? ''])
  return isEmptied ? orThrow(writersProject(resource, session.scope)) : {}
}

/** The same as `projectOfChanged` of a row that is edited, whose dialog carries all that it asks. Throws 400, too, where its writer has to choose. */
export const projectOfEdited = async (
  writing: Writing,
  { key, ...changing }: Omit<Changing, 'keys' | 'form'> & { form: FormSchema; key: number },
): Promise<Record<string, number>> => {
  const { tx, session } = writing
  const { resource, form, values, resolve } = changing
  const said = await belongingOfEdited(tx, resource, key, values, session.scope, resolve)
  return { ...(await goesWith(tx, { ...changing, keys: [key] }, said)), ...notLost(writing, resource, form, values) }
}
