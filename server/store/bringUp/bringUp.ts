import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { CompleteResource } from '../../../src/derive/complete.ts'
import type { Database, Queryable, Tx } from '../connection/database.ts'
import { unhurried } from '../connection/transaction.ts'
import { sealStored } from '../sealing/sealStored.ts'
import { bringDefaults } from './defaults.ts'
import { guardsOf } from './guards.ts'
import { bringNumbers } from './numbering.ts'
import { bringPast } from './past.ts'
import { stateConstraintsOf } from './states.ts'
import { addMissingColumns, createTable, indexesOf, neededColumns, referencesOf, renames } from './tables.ts'

type Targets = ReadonlyMap<string, CompleteResource>

interface Present {
  name: string
  is_needed: boolean
}

const run = async (db: Queryable, statement: string): Promise<void> => {
  await sql.raw(statement).execute(db)
}

const columnsOf = async (db: Queryable, table: string): Promise<Present[]> => {
  const { rows } = await sql<Present>`
    select attname as name, attnotnull as is_needed from pg_attribute
    where attrelid = to_regclass(${`"${table}"`}) and attnum > 0 and not attisdropped
  `.execute(db)
  return rows
}

const constraintsOf = async (db: Queryable, table: string): Promise<{ conname: string; convalidated: boolean }[]> => {
  const { rows } = await sql<{ conname: string; convalidated: boolean }>`
    select conname, convalidated from pg_constraint where conrelid = to_regclass(${`"${table}"`})
  `.execute(db)
  return rows
}

/** Columns that rows may now leave empty: those that are required no more, and those that are declared no more. */
const loosened = (resource: CompleteResource, present: readonly Present[]): string[] => {
  const { required, lists } = neededColumns(resource)
  const needed = [...required, ...lists]
  return present
    .filter(({ name, is_needed }) => is_needed && name !== resource.key && !['version', 'created_at', 'updated_at'].includes(name))
    .filter(({ name }) => !needed.includes(name))
    .map(({ name }) => `alter table "${resource.table}" alter column "${name}" drop not null`)
}

const hasEmpty = async (db: Queryable, { table }: CompleteResource, column: string): Promise<boolean> => {
  const { rows } = await sql<{ is_there: boolean }>`
    select exists (select from ${sql.table(table)} where ${sql.id(column)} is null) as is_there
  `.execute(db)
  return rows[0]?.is_there === true
}

/**
 * Has no row leave a required column empty from now on, where none does: a column that came late, or that was not required before. Whose
 * rows have nothing in it is filled by staff, and held to it at the next start or publication. What is there is looked at while others
 * write; the column itself then changes in a moment.
 */
export const tighten = async (db: Queryable, resource: CompleteResource): Promise<void> => {
  const needed = new Set(neededColumns(resource).required)
  const open = (await columnsOf(db, resource.table)).filter(({ name, is_needed }) => !is_needed && needed.has(name))
  const table = `alter table "${resource.table}"`
  for (const { name } of open) {
    if (await hasEmpty(db, resource, name)) continue
    await run(db, `${table} add constraint "${resource.table}_needs" check ("${name}" is not null) not valid`)
    try {
      await run(db, `${table} validate constraint "${resource.table}_needs"`)
      await run(db, `${table} alter column "${name}" set not null`)
    } finally {
      await run(db, `${table} drop constraint if exists "${resource.table}_needs"`)
    }
  }
}

/** What a table is brought up from: the columns that it had before any was added, and whether it was there at all. */
interface Before {
  isNew: boolean
  present: readonly Present[]
}

/** Makes a resource's table, or gives the one that is there the names and the columns that its declaration has now, and seals what it held in clear. */
export const bringColumns = async (tx: Tx, resource: CompleteResource): Promise<Before> => {
  const before = await columnsOf(tx, resource.table)
  if (before.length === 0) {
    await run(tx, createTable(resource))
    await bringNumbers(tx, resource)
    return { isNew: true, present: [] }
  }
  for (const statement of renames(resource, new Set(before.map(({ name }) => name)))) await run(tx, statement)
  // A guard knows its column by name; under the new one it is made anew.
  for (const former of Object.keys(resource.former))
    for (const guard of [`retired_${former}`, `merged_${former}`, `merged_${former}_on_insert`])
      await run(tx, `drop trigger if exists "refuse_${guard}" on "${resource.table}"`)
  const present = await columnsOf(tx, resource.table)
  const names = new Set(present.map(({ name }) => name))
  for (const statement of addMissingColumns(resource, names)) await run(tx, statement)
  await bringDefaults(tx, resource)
  await bringNumbers(tx, resource)
  await sealStored(tx, resource, names)
  return { isNew: false, present }
}

/** Makes the indexes that a table lacks, and anew those that are not what the code now makes of its declaration, in the caller's transaction. */
export const bringIndexesNow = async (tx: Tx, resource: CompleteResource): Promise<void> => {
  const present = new Map((await indexesPresent(tx, resource.table)).map((index) => [index.name, index]))
  for (const statement of indexesOf(resource)) {
    const name = nameOf(statement)
    const there = present.get(name)
    if (there?.is_owned || (there?.is_valid && there.mark === markOf(statement))) continue
    if (there) await run(tx, `drop index "${name}"`)
    await makeNow(tx, statement)
  }
}

/** Adds the references that a table lacks. Said to be `not valid`, what is there is checked afterwards, without keeping anyone from writing. */
export const bringReferences = async (tx: Tx, resource: CompleteResource, targets: Targets, how: '' | ' not valid' = ''): Promise<void> => {
  const known = new Set((await constraintsOf(tx, resource.table)).map(({ conname }) => conname))
  for (const { name, sql: statement } of referencesOf(resource, targets)) if (!known.has(name)) await run(tx, statement + how)
}

/**
 * Has the database hold what a declaration says of rows by their states, and no more what it said before: each constraint carries what it
 * was made of, so that it follows a set. `not valid`, what is there is checked afterwards.
 */
export const bringStates = async (tx: Tx, resource: CompleteResource, how: '' | ' not valid' = ''): Promise<void> => {
  const table = `"${resource.table}"`
  const { rows } = await sql<{ name: string; mark: string }>`
    select conname as name, obj_description(oid, 'pg_constraint') as mark from pg_constraint
    where conrelid = to_regclass(${table}) and obj_description(oid, 'pg_constraint') like 'states %'
  `.execute(tx)
  const wanted = stateConstraintsOf(resource).map((one) => ({ ...one, mark: `states ${markOf(one.sql)}` }))
  for (const { name, mark } of rows)
    if (!wanted.some((one) => one.name === name && one.mark === mark)) await run(tx, `alter table ${table} drop constraint "${name}"`)
  for (const { name, mark, sql: statement } of wanted) {
    if (rows.some((one) => one.name === name && one.mark === mark)) continue
    await run(tx, statement + (statement.includes(' exclude ') ? '' : how))
    await run(tx, `comment on constraint "${name}" on ${table} is '${mark}'`)
  }
}

/**
 * Brings the table of a resource up to its declaration in the caller's transaction, while others work with it: every statement is
 * done in a moment whatever the table holds, since it changes only what is known of the table. Indexes follow by `bringIndexes`.
 */
export const bringTable = async (tx: Tx, resource: CompleteResource, targets: Targets): Promise<void> => {
  const { isNew, present } = await bringColumns(tx, resource)
  if (isNew) await bringIndexesNow(tx, resource)
  else {
    for (const statement of loosened(resource, present)) await run(tx, statement)
    // A field that is new has nothing in it, so its uniqueness can hold from the first row on.
    const old = new Set(present.map(({ name }) => name))
    const there = new Set((await indexesPresent(tx, resource.table)).map(({ name }) => name))
    for (const statement of uniquesOf(resource, there))
      if (!columnsIn(statement).every((name) => old.has(name))) await makeNow(tx, statement)
  }
  await bringReferences(tx, resource, targets, ' not valid')
  await bringStates(tx, resource, ' not valid')
  await bringTriggers(tx, resource, targets)
  await bringPast(tx, resource)
}

const markOf = (statement: string): string => createHash('sha256').update(statement).digest('hex').slice(0, 16)

/** Seals what a resource's table still holds in clear (sealStored); nothing to do is one short query. */
export const bringSealed = async (tx: Tx, resource: CompleteResource): Promise<void> =>
  sealStored(tx, resource, new Set((await columnsOf(tx, resource.table)).map(({ name }) => name)))

/** Makes the triggers of a resource's table anew where they are not what the code now makes of its declaration. */
export const bringTriggers = async (tx: Queryable, resource: CompleteResource, targets: Targets): Promise<void> => {
  const statements = guardsOf(resource, targets)
  const mark = markOf(statements.join(';'))
  const { rows } = await sql<{ mark: string | null }>`
    select obj_description(to_regclass(${`"${resource.table}"`}), 'pg_class') as mark
  `.execute(tx)
  if (rows[0]?.mark === mark) return
  for (const statement of statements) await run(tx, statement)
  await run(tx, `comment on table "${resource.table}" is '${mark}'`)
}

const nameOf = (statement: string): string => /index if not exists "([^"]+)"/.exec(statement)?.[1] ?? ''

interface Index {
  name: string
  mark: string | null
  is_valid: boolean
  /** A constraint's own: it stands and falls with that. */
  is_owned: boolean
}

const indexesPresent = async (db: Queryable, table: string): Promise<Index[]> => {
  const { rows } = await sql<Index>`
    select c.relname as name, obj_description(c.oid) as mark, i.indisvalid as is_valid,
      exists (select from pg_constraint where conindid = i.indexrelid and contype in ('u', 'x')) as is_owned
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = to_regclass(${`"${table}"`}) and not i.indisprimary
  `.execute(db)
  return rows
}

/** The unique indexes that a resource asks for and does not have. */
const uniquesOf = (resource: CompleteResource, present: ReadonlySet<string>): string[] =>
  indexesOf(resource).filter((statement) => statement.startsWith('create unique') && !present.has(nameOf(statement)))

const columnsIn = (statement: string): string[] =>
  [...(/ on "[^"]+" \(([^()]*)\)/.exec(statement)?.[1] ?? '').matchAll(/"([^"]+)"/g)].map(([, name]) => name ?? '')

const makeNow = async (tx: Queryable, statement: string): Promise<void> => {
  await run(tx, statement)
  await run(tx, `comment on index "${nameOf(statement)}" is '${markOf(statement)}'`)
}

/** Makes an index while others write; what is left of a try that failed is taken away. */
const makeIndex = async (db: Queryable, statement: string): Promise<void> => {
  const name = nameOf(statement)
  try {
    await run(db, statement.replace('index if not exists', 'index concurrently'))
    await run(db, `comment on index "${name}" is '${markOf(statement)}'`)
  } catch (error) {
    await run(db, `drop index concurrently if exists "${name}"`)
    throw error
  }
}

const PAUSE_MS = 200
const PATIENCE = 300

/** One at a time among all nodes. Who waited inside a statement would be waited for by an index being made, so it is asked for again and again. */
const withOwn = (db: Database, work: (connection: Queryable) => Promise<void>): Promise<void> =>
  unhurried(db, async (connection) => {
    for (let tries = 1; ; tries++) {
      const { rows } = await sql<{ is_mine: boolean }>`select pg_try_advisory_lock(826102) as is_mine`.execute(connection)
      if (rows[0]?.is_mine) break
      if (tries === PATIENCE) throw new Error('another node has been making indexes for a minute')
      await wait(PAUSE_MS)
    }
    try {
      await work(connection)
    } finally {
      await run(connection, 'select pg_advisory_unlock(826102)').catch(() => {})
    }
  })

/** Makes the unique indexes that a new declaration asks for before it is in force; throws the store's 23505 where what is there breaks it. */
export const bringUnique = (db: Database, resource: CompleteResource): Promise<void> =>
  withOwn(db, async (connection) => {
    const columns = new Set((await columnsOf(connection, resource.table)).map(({ name }) => name))
    const present = new Set((await indexesPresent(connection, resource.table)).map(({ name }) => name))
    for (const statement of uniquesOf(resource, present))
      if (columnsIn(statement).every((name) => columns.has(name))) await makeIndex(connection, statement)
  })

/** Makes the indexes that a resource's table lacks, drops those it no longer needs, and holds rows to what is required, without holding up its readers and writers. */
export const bringIndexes = (db: Database, resource: CompleteResource): Promise<void> =>
  withOwn(db, async (connection) => {
    const wanted = indexesOf(resource)
    const marks = new Map(wanted.map((statement) => [nameOf(statement), markOf(statement)]))
    for (const { name, mark, is_valid } of await indexesPresent(connection, resource.table))
      if (!is_valid || marks.get(name) !== mark) await run(connection, `drop index concurrently if exists "${name}"`)
    const present = new Set((await indexesPresent(connection, resource.table)).map(({ name }) => name))
    for (const statement of wanted) if (!present.has(nameOf(statement))) await makeIndex(connection, statement)
    for (const { conname, convalidated } of await constraintsOf(connection, resource.table))
      if (!convalidated) await run(connection, `alter table "${resource.table}" validate constraint "${conname}"`)
    await tighten(connection, resource)
  })
