import { type RawBuilder, sql } from 'kysely'
import { resources } from '../../src/declared/declared.ts'
import { settings } from '../../src/declared/settings.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
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

/** Pictures that records name, where the asker may make one of these calls; `ids` narrows them to those asked for. */
interface Holder {
  calls: readonly (string | null | undefined)[]
  images: RawBuilder<unknown>
}

/** Whether the asker's role may make one of these calls; a call that needs no code is everyone's. */
const mayMake = (paths: Holder['calls']): RawBuilder<unknown> => {
  const codes = paths.flatMap((path) => knownCall(path ?? '') ?? []).map((call) => call.codes)
  if (codes.some(({ length }) => length === 0)) return sql`true`
  return sql`(select permission && ${['*', ...codes.flat()]}::text[] from own)`
}

const rowsHolding = (resource: CompleteResource, asker: Asker, ids: readonly number[], way: Way): Holder[] =>
  resource.columns
    .filter(({ is, spec }) => is === 'images' && !spec.via)
    .map(({ name, isStored }) => {
      const { index, detail, edit } = resource.calls
      const images = sql.ref(`t.${name}`)
      const from = sql.table(isStored ? resource.table : resource.source)
      // As their index says it (server/store/bringUp/tables.ts), so that it is used.
      const named = sql`${images} && ${ids}::integer[] and ${images} <> '{}'`
      return {
        calls: [index, detail, ...(way === 'keep' ? [edit] : [])],
        images: sql`select unnest(${images}) as img_id from ${from} as t where ${allOf([named, ...scopeCondition(resource, scopeOf(resource, asker))])}`,
      }
    })

/** What a setting held in any of its versions is shown to whoever reads its changes. */
const settingsHolding = (way: Way): Holder[] =>
  settings.flatMap((setting) => {
    const { detail, save } = callsOfSetting(setting)
    return imageFieldsOf(setting.form).map((field) => ({
      calls: [detail, ...(way === 'keep' ? [save] : [])],
      images: sql`
        select image::integer as img_id from setting_version v, jsonb_array_elements_text(coalesce(v.content -> ${field}::text, '[]')) as image
        where v.setting = ${setting.name}`,
    }))
  })

const holdersOf = (asker: Asker, ids: readonly number[], way: Way): Holder[] => [
  ...resources.flatMap((resource) => rowsHolding(resource, asker, ids, way)),
  ...settingsHolding(way),
]

/**
 * Gives those of these pictures that someone may see: what a record names whoever may read that record (its calls, its projects), what
 * one has uploaded oneself until a record names it, and one's own portrait, which is shown to nobody else. To `keep` them is also for
 * who may change a record that names them. Asked anew each time, so that a right taken away is gone at once.
 */
export const picturesFor = async (db: Queryable, asker: Asker, ids: readonly number[], way: Way = 'read'): Promise<ReadonlySet<number>> => {
  if (ids.length === 0) return new Set()
  const held = holdersOf(asker, ids, way).map(({ calls, images }) => sql`select img_id from (${images}) as held where ${mayMake(calls)}`)
  const portrait = sql`select unnest(avatar) as img_id from account where user_id = ${asker.userId}`
  const { rows } = await sql<Row<'file', 'img_id'>>`
    with own as (
      select r.permission from account a join role r on r.role_id = coalesce(${asker.asRole ?? null}::integer, a.role_id) where a.user_id = ${asker.userId}
    )
    select f.img_id from file f where f.img_id = any(${ids}::integer[])
      and ((not f.is_used and f.created_by = ${asker.userId}) or f.img_id in (${sql.join([portrait, ...held], sql` union all `)}))
  `.execute(db)
  return new Set(rows.map(({ img_id }) => img_id))
}

/** Gives those of these pictures that someone has uploaded and no record names yet. */
export const ownUploads = async (db: Queryable, userId: number, ids: readonly number[]): Promise<ReadonlySet<number>> => {
  const { rows } = await sql<Row<'file', 'img_id'>>`
    select img_id from file where img_id = any(${ids}::integer[]) and not is_used and created_by = ${userId}
  `.execute(db)
  return new Set(rows.map(({ img_id }) => img_id))
}
