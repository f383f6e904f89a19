import { join } from 'node:path'
import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { type Context, defineCall } from '../../calls/defineCall.ts'
import { diskAt } from '../../files/disk.ts'
import { readImage } from '../../files/images.ts'
import { lockContent } from '../../files/useFiles.ts'

const group = '图片'

/** Where staff's browsers fetch an image: session-checked by the cookie, so a copied address is worth nothing without a login. */
const urlOf = (id: number, size: 'full' | 'thumb' = 'full'): string => `/files/${id}/${size}`

const uploadForm = {
  title: '上传图片',
  type: 'object',
  properties: { key: { type: 'string', title: '用途', maxLength: 20, pattern: '^fang$', 'x-msg': { pattern: 'key 须为 fang' } } },
  additionalProperties: false,
} as const

const infoForm = {
  title: '图片信息',
  type: 'object',
  properties: {
    img_ids: { type: 'array', title: '图片', minItems: 0, maxItems: 100, items: { type: 'integer', minimum: 1, maximum: 2_147_483_647 } },
  },
  required: ['img_ids'],
  additionalProperties: false,
} as const

const delForm = {
  title: '删除图片',
  type: 'object',
  properties: { img_id: { type: 'integer', title: '图片', minimum: 1, maximum: 2_147_483_647 } },
  required: ['img_id'],
  additionalProperties: false,
} as const

const upload = async ({ tx, session, file, config }: Context) => {
  if (!file) throw new CallError(400, '请选择要上传的图片', { field: 'file' })
  const image = await readImage(file.bytes)
  await lockContent(tx, image.hash)
  const disk = diskAt(join(config.dataDir, 'files'))
  // Files first, row second: a crash between the two leaves an unnamed file, never a row without its image.
  await disk.write(image.hash, 'full', image.full)
  await disk.write(image.hash, 'thumb', image.thumb)
  const { rows } = await sql<{ img_id: number }>`
    insert into file (hash, mime, bytes, width, height, created_by)
    values (${image.hash}, ${image.mime}, ${image.full.length}, ${image.width}, ${image.height}, ${session.userId}) returning img_id
  `.execute(tx)
  const img_id = rows[0]?.img_id ?? 0
  return { img_id, url: urlOf(img_id), thumb: urlOf(img_id, 'thumb') }
}

export default [
  defineCall(
    { path: '/api/upload/index', label: '上传图片', group, can: 'self', writes: true, takesFile: true, params: uploadForm },
    upload,
  ),
  defineCall(
    { path: '/api/upload/info', label: '图片信息', group, can: 'session', params: infoForm },
    async ({ tx }: Context, { img_ids }) => {
      const { rows } = await sql<{ img_id: number; width: number; height: number }>`
      select img_id, width, height from file join unnest(${img_ids}::integer[]) with ordinality as wanted (id, place) on id = img_id order by place
    `.execute(tx)
      return rows.map((row) => ({ ...row, url: urlOf(row.img_id), thumb: urlOf(row.img_id, 'thumb') }))
    },
  ),
  defineCall(
    { path: '/api/upload/del', label: '删除图片', group, can: 'self', writes: true, params: delForm },
    async ({ tx, session }: Context, { img_id }) => {
      // Only one's own upload that no record names: what a record shows is taken off the record, and then goes as an orphan.
      const { numAffectedRows } = await sql`
      delete from file where img_id = ${img_id} and not is_used and created_by = ${session.userId}
    `.execute(tx)
      if (numAffectedRows !== 1n) throw new CallError(409, '图片已被使用或不是您上传的，不能删除')
      return null
    },
  ),
]
