import { type RawBuilder, sql } from 'kysely'
import { resources } from '../../src/declared/declared.ts'
import { settings } from '../../src/declared/settings.ts'
import type { CompleteColumn, CompleteResource } from '../../src/derive/complete.ts'
import { callsOfSetting, imageFieldsOf } from '../../src/derive/settings.ts'
import { knownCall } from '../caller/knownCalls.ts'
import type { Session } from '../caller/session.ts'
import type { Queryable } from '../store/connection/database.ts'
import type { Row } from '../store/connection/rows.ts'
import { allOf, scopeCondition, scopeOf } from '../store/reading/filters.ts'

/** Who asks for pictures: a call's session, or an import's, which never looks as another role. */
export type Asker = Pick<Session, 'userId' | 'scope'> & { asRole?: Session['asRole'] }

/** To see a picture, or to leave it in a record that one changes, which needs no right to see it. */
type Way = 'read' | 'keep'

/** What a record names by numbers: pictures, which are shown, or attachments, which are handed out. */
export type Held = 'images' | 'files'

/** Pictures or attachments that records name, where the asker may make one of these calls; `ids` narrows them to those asked for. */
interface Holder {
  calls: readonly (string | null | undefined)[]
  held: RawBuilder<unknown>
}

/** Whether the asker's role may make one of these calls; a call that needs no code is everyone's. */
const mayMake = (paths: Holder['calls']): RawBuilder<unknown> => {
  const codes = paths.flatMap((path) => knownCall(path ?? '') ?? []).map((call) => call.codes)
  if (codes.some(({ length }) => length === 0)) return sql`true`
  return sql`(select permission && ${['*', ...codes.flat()]}::text[] from own)`
}

const columnsHolding = ({ columns }: CompleteResource, what: Held): CompleteColumn[] =>
  columns.filter(({ is, spec }) => is === what && !spec.via)

const rowsHolding = (resource: CompleteResource, what: Held, asker: Asker, ids: readonly number[], way: Way): Holder[] =>
  columnsHolding(resource, what).map(({ name, isStored }) => {
    const { index, detail, edit } = resource.calls
    const numbers = sql.ref(`t.${name}`)
    const from = sql.table(isStored ? resource.table : resource.source)
    // As their index says it (server/store/bringUp/tables.ts), so that it is used.
    const named = sql`${numbers} && ${ids}::integer[] and ${numbers} <> '{}'`
    return {
      calls: [index, detail, ...(way === 'keep' ? [edit] : [])],
      held: sql`select unnest(${numbers}) as img_id from ${from} as t where ${allOf([named, ...scopeCondition(resource, scopeOf(resource, asker))])}`,
    }
  })

/** What a setting held in any of its versions is shown to whoever reads its changes. */
const settingsHolding = (way: Way): Holder[] =>
  settings.flatMap((setting) => {
    const { detail, save } = callsOfSetting(setting)
    return imageFieldsOf(setting.form).map((field) => ({
      calls: [detail, ...(way === 'keep' ? [save] : [])],
      held: sql`
        select image::integer as img_id from setting_version v, jsonb_array_elements_text(coalesce(v.content -> ${field}::text, '[]')) as image
        where v.setting = ${setting.name}`,
    }))
  })

const holdersOf = (what: Held, asker: Asker, ids: readonly number[], way: Way): Holder[] => [
  ...resources.flatMap((resource) => rowsHolding(resource, what, asker, ids, way)),
  ...(what === 'images' ? settingsHolding(way) : []),
]

const ownRole = ({ userId, asRole }: Asker): RawBuilder<unknown> => sql`own as (
  select r.permission from account a join role r on r.role_id = coalesce(${asRole ?? null}::integer, a.role_id) where a.user_id = ${userId}
)`

/** A picture is never taken for an attachment, nor an attachment for a picture, whatever a record names. */
const isOf = (what: Held): RawBuilder<unknown> => (what === 'files' ? sql`f.name is not null` : sql`f.name is null`)

const heldFor = async (db: Queryable, what: Held, asker: Asker, ids: readonly number[], way: Way): Promise<ReadonlySet<number>> => {
  if (ids.length === 0) return new Set()
  const held = holdersOf(what, asker, ids, way).map(({ calls, held }) => sql`select img_id from (${held}) as held where ${mayMake(calls)}`)
  const portrait = what === 'images' ? [sql`select unnest(avatar) as img_id from account where user_id = ${asker.userId}`] : []
  const named = [sql`select null::integer as img_id`, ...portrait, ...held]
  const { rows } = await sql<Row<'file', 'img_id'>>`
    with ${ownRole(asker)}
    select f.img_id from file f where f.img_id = any(${ids}::integer[]) and ${isOf(what)}
      and ((not f.is_used and f.created_by = ${asker.userId}) or f.img_id in (${sql.join(named, sql` union all `)}))
  `.execute(db)
  return new Set(rows.map(({ img_id }) => img_id))
}

/**
 * Gives those of these pictures that someone may see: what a record names whoever may read that record (its calls, its projects), what
 * one has uploaded oneself until a record names it, and one's own portrait, which is shown to nobody else. To `keep` them is also for
 * who may change a record that names them. Asked anew each time, so that a right taken away is gone at once.
 */
export const picturesFor = (db: Queryable, asker: Asker, ids: readonly number[], way: Way = 'read'): Promise<ReadonlySet<number>> =>
  heldFor(db, 'images', asker, ids, way)

/** The same of attachments. */
export const attachmentsFor = (db: Queryable, asker: Asker, ids: readonly number[], way: Way = 'read'): Promise<ReadonlySet<number>> =>
  heldFor(db, 'files', asker, ids, way)

/** An attachment as it lies on the disk. */
export type KeptAttachment = Pick<Row<'file', 'hash' | 'mime' | 'bytes'>, 'hash' | 'mime' | 'bytes'> & { name: string }

/**
 * Gives an attachment of one record, where the record is there for the asker now (his calls, his projects) and names it now; null otherwise,
 * whatever other record names it.
 */
export const attachmentOf = async (
  db: Queryable,
  asker: Asker,
  resource: CompleteResource,
  key: number,
  id: number,
): Promise<KeptAttachment | null> => {
  const columns = columnsHolding(resource, 'files').map(({ name }) => sql`${id}::integer = any(${sql.ref(`t.${name}`)})`)
  if (columns.length === 0) return null
  const isHeld = sql`(${sql.join(columns, sql` or `)})`
  const where = allOf([
    sql`${sql.ref(`t.${resource.key}`)} = ${key}::integer`,
    isHeld,
    ...scopeCondition(resource, scopeOf(resource, asker)),
  ])
  const { rows } = await sql<KeptAttachment>`
    with ${ownRole(asker)}
    select f.hash, f.mime, f.bytes, f.name from file f where f.img_id = ${id}::integer and ${isOf('files')}
      and ${mayMake([resource.calls.index, resource.calls.detail])} and exists (select from ${sql.table(resource.source)} as t where ${where})
  `.execute(db)
  return rows[0] ?? null
}

/** Gives those of these pictures or attachments that someone has uploaded and no record names yet. */
export const ownUploads = async (db: Queryable, what: Held, userId: number, ids: readonly number[]): Promise<ReadonlySet<number>> => {
  const { rows } = await sql<Row<'file', 'img_id'>>`
    select f.img_id from file f where f.img_id = any(${ids}::integer[]) and ${isOf(what)} and not f.is_used and f.created_by = ${userId}
  `.execute(db)
  return new Set(rows.map(({ img_id }) => img_id))
}
