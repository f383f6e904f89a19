import { sql } from 'kysely'
import type { Attachment } from '../../../src/core/attachments.ts'
import { CallError } from '../../../src/core/errors.ts'
import { anId } from '../../../src/core/ids.ts'
import { form, reference } from '../../../src/derive/callParams.ts'
import type { Session } from '../../caller/session.ts'
import { type Context, defineCall } from '../../calls/defineCall.ts'
import { addressing } from '../../files/addresses.ts'
import { type ReadyAttachment, readAttachment } from '../../files/attachments.ts'
import { attachmentsFor, picturesFor } from '../../files/holders.ts'
import { type ReadyImage, readImage } from '../../files/images.ts'
import { keepAttachment, keepImage } from '../../files/keepImage.ts'
import type { Row } from '../../store/connection/rows.ts'

const group = '图片'

const uploadForm = form('上传图片', {
  key: { type: 'string', title: '用途', maxLength: 20, pattern: '^fang$', 'x-msg': { pattern: 'key 须为 fang' } },
})

const infoForm = form(
  '图片信息',
  {
    img_ids: { type: 'array', title: '图片', minItems: 0, maxItems: 100, items: anId },
  },
  ['img_ids'],
)

const delForm = form('删除图片', { img_id: reference('图片') }, ['img_id'])

const attachmentForm = form('上传附件', {})

const attachmentsForm = form('附件信息', { file_ids: { type: 'array', title: '附件', minItems: 0, maxItems: 100, items: anId } }, [
  'file_ids',
])

const readUpload = async ({ file }: Pick<Context, 'file'>): Promise<ReadyImage> => {
  if (!file) throw new CallError(400, '请选择要上传的图片', { field: 'file' })
  return readImage(file.bytes)
}

const readFile = async ({ file }: Pick<Context, 'file'>): Promise<ReadyAttachment> => {
  if (!file) throw new CallError(400, '请选择要上传的文件', { field: 'file' })
  return readAttachment(file)
}

const upload = async ({ tx, session, prepared: image, config, now }: Context<Session, ReadyImage>) => {
  const img_id = await keepImage(tx, config.dataDir, image, session.userId)
  return { img_id, ...(await addressing(tx, config, session, now))(img_id) }
}

const attach = async (context: Context<Session, ReadyAttachment>): Promise<Attachment> => {
  const { tx, prepared, config, session } = context
  const { name, mime, content } = prepared
  return { file_id: await keepAttachment(tx, config.dataDir, prepared, session.userId), name, mime, bytes: content.length }
}

export default [
  defineCall(
    {
      path: '/api/upload/index',
      label: '上传图片',
      group,
      can: 'self',
      writes: true,
      takesFile: true,
      params: uploadForm,
      prepare: readUpload,
    },
    upload,
  ),
  defineCall(
    {
      path: '/api/attachment/index',
      label: '上传附件',
      group,
      can: '/api/upload/index',
      writes: true,
      takesFile: true,
      params: attachmentForm,
      prepare: readFile,
    },
    attach,
  ),
  defineCall(
    { path: '/api/attachment/info', label: '附件信息', group, can: 'session', params: attachmentsForm },
    async ({ tx, session }: Context, { file_ids }): Promise<Attachment[]> => {
      const seen = await attachmentsFor(tx, session, file_ids)
      const { rows } = await sql<Attachment>`
        select img_id as file_id, name, mime, bytes from file join unnest(${file_ids.filter((id) => seen.has(id))}::integer[]) with ordinality as wanted (id, place) on id = img_id order by place
      `.execute(tx)
      return rows
    },
  ),
  defineCall(
    { path: '/api/upload/info', label: '图片信息', group, can: 'session', params: infoForm },
    async ({ tx, session, config, now }: Context, { img_ids }) => {
      const seen = await picturesFor(tx, session, img_ids)
      const addressesOf = await addressing(tx, config, session, now)
      const { rows } = await sql<Row<'file', 'img_id' | 'width' | 'height'>>`
      select img_id, width, height from file join unnest(${img_ids.filter((id) => seen.has(id))}::integer[]) with ordinality as wanted (id, place) on id = img_id order by place
    `.execute(tx)
      return rows.map((row) => ({ ...row, ...addressesOf(row.img_id) }))
    },
  ),
  defineCall(
    { path: '/api/upload/del', label: '删除图片', group, can: 'self', writes: true, params: delForm },
    async ({ tx, session }: Context, { img_id }) => {
      // Only one's own upload that no record names: what a record shows is taken off the record, and then goes as an orphan.
      const { numDeletedRows } = await tx
        .deleteFrom('file')
        .where('img_id', '=', img_id)
        .where('is_used', '=', false)
        .where('created_by', '=', session.userId)
        .executeTakeFirst()
      if (numDeletedRows !== 1n) throw new CallError(409, '图片已被使用或不是您上传的，不能删除')
      return null
    },
  ),
]
