import { type RawBuilder, sql } from 'kysely'
import type { CompleteResource } from '../../../src/derive/complete.ts'

type Sql = RawBuilder<unknown>

/** Where a record's attachment is fetched: of the record, which is asked each time (server/http/routes/attachmentRoutes.ts). */
const addressOf = (resource: CompleteResource): Sql =>
  sql`${sql.lit(`/files/attachments/${resource.name}/`)} || ${sql.ref(`t.${resource.key}`)} || '/' || f.img_id`

/** Gives the SQL of a record's attachments as lists and details read them, in their order: `<column>_files` (src/core/attachments.ts). */
export const filesOf = (resource: CompleteResource, name: string): Sql => {
  const ids = sql.ref(`t.${name}`)
  const one = sql`json_build_object('file_id', f.img_id, 'name', f.name, 'mime', f.mime, 'bytes', f.bytes, 'url', ${addressOf(resource)})`
  return sql`(select json_agg(${one} order by array_position(${ids}, f.img_id)) from file f where f.img_id = any(${ids}) and f.name is not null) as ${sql.id(`${name}_files`)}`
}

/** Gives the SQL of the names of attachments, as a file says them. */
export const fileNames = (ids: Sql, between: string): Sql =>
  sql`(select string_agg(f.name, ${between} order by array_position(${ids}, f.img_id)) from file f where f.img_id = any(${ids}))`
