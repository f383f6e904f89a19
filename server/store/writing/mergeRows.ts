import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { resources } from '../../../src/declared/declared.ts'
import type { CompleteColumn, CompleteResource } from '../../../src/derive/complete.ts'
import type { Queryable, Tx } from '../connection/database.ts'
import { allOf, type Scope, scopeCondition } from '../reading/filters.ts'
import { keyList } from '../reading/keyList.ts'

/** Holds rows alone until the transaction ends: whoever is about to name one of them has named it, or waits. */
export const holdAlone = async (tx: Tx, { table, key }: CompleteResource, keys: readonly number[]): Promise<void> => {
  await sql`select from ${sql.table(table)} where ${sql.id(key)} = any(${keyList(keys)}) order by ${sql.id(key)} for update`.execute(tx)
}

/** Holds those that go and the one that stays, in the order of their keys: who merges the same the other way round waits, and does not meet this one. */
export const holdTogether = async (tx: Tx, { table, key }: CompleteResource, keys: readonly number[]): Promise<void> => {
  await sql`select from ${sql.table(table)} where ${sql.id(key)} = any(${keyList(keys)}) order by ${sql.id(key)} for no key update`.execute(
    tx,
  )
}

type Targets = ReadonlyMap<string, CompleteResource>

interface Place {
  resource: CompleteResource
  column: CompleteColumn
}

/** Where records of a resource are named by their keys; not what the store itself keeps from there. */
const placesOf = (target: CompleteResource): Place[] =>
  resources.flatMap((resource) =>
    resource.isStored
      ? resource.columns
          .filter((column) => column.isStored && !column.spec.kept && column.target === target.name)
          .map((column) => ({ resource, column }))
      : [],
  )

const names = ({ column }: Place, key: number) =>
  column.is === 'refs' ? sql`${sql.ref(`t.${column.name}`)} @> ${[key]}::integer[]` : sql`${sql.ref(`t.${column.name}`)} = ${key}`

/** How many records of a resource name a record, and of them those of projects that the caller does not see. */
export interface Naming {
  resource: CompleteResource
  count: number
  unseen: number
}

/** Gives what names a record, by resource: what would go with it. One query for each place where one can be named. */
export const namingsOf = async (db: Queryable, target: CompleteResource, key: number, scope: Scope): Promise<Naming[]> => {
  const found = new Map<CompleteResource, Naming>()
  for (const place of placesOf(target)) {
    const { resource } = place
    const seen = allOf(resource.own ? [] : scopeCondition(resource, scope))
    const { rows } = await sql<{ count: number; unseen: number }>`
      select count(*)::integer as count, (count(*) filter (where (${seen}) is not true))::integer as unseen
      from ${sql.table(resource.table)} as t where ${names(place, key)}
    `.execute(db)
    const { count = 0, unseen = 0 } = rows[0] ?? {}
    const before = found.get(resource) ?? { resource, count: 0, unseen: 0 }
    if (count > 0) found.set(resource, { resource, count: before.count + count, unseen: before.unseen + unseen })
  }
  return [...found.values()]
}

/**
 * Says why two records cannot become one: something of both may stand but once (`unique`), as a page made at run time may have it. One of the two
 * has to go, or to be changed, first. Null where they can.
 */
export const clashOf = async (db: Queryable, target: CompleteResource, from: number, into: number): Promise<string | null> => {
  for (const { resource, column } of placesOf(target))
    for (const group of resource.unique.filter((some) => some.includes(column.name) && column.is !== 'refs')) {
      const alike = group.map((name) =>
        name === column.name
          ? sql`a.${sql.id(name)} = ${from}::integer and b.${sql.id(name)} = ${into}::integer`
          : sql`a.${sql.id(name)} = b.${sql.id(name)}`,
      )
      const table = sql.table(resource.table)
      const { rows } = await sql`select from ${table} a join ${table} b on ${sql.join(alike, sql` and `)} limit 1`.execute(db)
      if (rows.length > 0) return `“${resource.label}”里两条登记各有一条，而“${column.label}”不能重复：先改或删其中一条，再合并`
    }
  return null
}

/**
 * Has what a table names be what it was merged into, where that was done while nobody looked after the table, or the column: its page was
 * withdrawn, the field retired. A record of which there may be but one stays where the other has one.
 */
export const followMerged = async (tx: Tx, { table, columns, unique }: CompleteResource, targets: Targets): Promise<void> => {
  for (const { name, is, isStored, target: of, spec } of columns) {
    const target = targets.get(of ?? '')
    if (!isStored || spec.kept || !target?.merges) continue
    const [named, key, into] = [sql.id(name), sql.id(target.key), sql.id(target.merges.into)]
    const isOnce = unique.some((group) => group.includes(name))
    const from = sql`${sql.table(target.table)} m where m.${into} is not null`
    const followed = sql`array(
      select coalesce(m.${into}, one.id) from unnest(t.${named}) with ordinality one (id, place)
      left join ${sql.table(target.table)} m on m.${key} = one.id group by 1 order by min(one.place))`
    await (is === 'refs'
      ? sql`
        update ${sql.table(table)} t set ${named} = ${followed}, version = version + 1, updated_at = epoch_now()
        where exists (select from ${from} and m.${key} = any(t.${named}))`
      : sql`
        update ${sql.table(table)} t set ${named} = m.${into}, version = t.version + 1, updated_at = epoch_now() from ${from} and m.${key} = t.${named}
          and not (${isOnce} and exists (select from ${sql.table(table)} o where o.${named} = m.${into}))`
    ).execute(tx)
  }
}

/** Records of a resource that name another by one of their columns now: each is one version further. */
export interface Renamed {
  resource: CompleteResource
  keys: number[]
}

/**
 * Has everything that names one record name another instead, each change written to the log, and gives what it was, column by column. The caller holds
 * the first alone (`holdAlone`). 409 where something of it is of a project that the caller does not see.
 */
export const moveNamings = async (tx: Tx, target: CompleteResource, from: number, into: number, scope: Scope): Promise<Renamed[]> => {
  for (const { unseen } of await namingsOf(tx, target, from, scope))
    if (unseen > 0) throw new CallError(409, '有记录不在您负责的项目内，请由负责全部项目的人合并')
  const clash = await clashOf(tx, target, from, into)
  if (clash) throw new CallError(409, clash, { field: target.merges?.into })
  const renamed: Renamed[] = []
  for (const place of placesOf(target)) {
    const { resource, column } = place
    const name = sql.id(column.name)
    // Where both are named the one that stays is, once.
    const inList = sql`case when t.${name} @> ${[into]}::integer[] then array_remove(t.${name}, ${from}::integer) else array_replace(t.${name}, ${from}::integer, ${into}::integer) end`
    const became = column.is === 'refs' ? inList : sql`${into}::integer`
    const { rows } = await sql<{ key: number }>`
      update ${sql.table(resource.table)} as t set ${name} = ${became}, version = t.version + 1, updated_at = epoch_now() where ${names(place, from)}
      returning ${sql.ref(`t.${resource.key}`)} as key
    `.execute(tx)
    if (rows.length > 0) renamed.push({ resource, keys: rows.map(({ key }) => key) })
  }
  return renamed
}
