import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { idRange } from '../../../src/core/ids.ts'
import { form } from '../../../src/derive/callParams.ts'
import { personalNumbers } from '../../../src/protocol/masks.ts'
import { defineCall } from '../../calls/defineCall.ts'
import { linkCode, linkOf } from '../../calls/linkOf.ts'
import { type ReadyImage, readImage } from '../../files/images.ts'
import { keepAttachment } from '../../files/keepImage.ts'
import { about, admitAsking, sendCode, start, takeCode } from './door.ts'
import { draftOf, holdDraft, keepTyped, keptUntil } from './drafts.ts'
import { MAX_PHOTOS, mendForm } from './form.ts'
import { holdOpen, mend, submitNew } from './submit.ts'
import { viewOf } from './view.ts'

const group = '手机申请'
const code = linkCode('请从二维码打开')
const project = { type: 'integer', title: '项目', ...idRange } as const
const phone = {
  type: 'string',
  title: '手机号',
  maxLength: 11,
  pattern: personalNumbers.phone.pattern,
  'x-msg': { required: '请填写手机号', pattern: '请填写11位手机号' },
} as const
const sms = {
  type: 'string',
  title: '验证码',
  maxLength: 6,
  pattern: '^\\d{6}$',
  'x-msg': { required: '请填写6位验证码', pattern: '验证码是6位数字' },
} as const

const { properties, required = [] } = mendForm()
const submitParams = {
  title: '提交手机申请',
  type: 'object',
  properties: { code, ...properties },
  required: ['code', ...required],
  additionalProperties: false,
} as const

/** What a page sends to be kept is its own matter, as long as it is an object. */
const parsed = (typed: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(typed)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {}
  throw new CallError(400, '填写的内容没有传完，请重试', { field: 'typed' })
}

/** Applying for a home on a telephone: whoever scans the code shows whose the number is, fills in, leaves and comes back, submits, and sees how it stands. */
export default [
  defineCall(
    { path: '/api/apply/about', label: '手机申请须知', group, can: 'visitor', params: form('手机申请须知', { p_id: project }) },
    about,
  ),
  defineCall(
    {
      path: '/api/apply/send_code',
      label: '获取手机申请验证码',
      group,
      can: 'visitor',
      writes: true,
      admit: admitAsking,
      params: form('获取手机申请验证码', { phone }, ['phone']),
    },
    sendCode,
  ),
  defineCall(
    {
      path: '/api/apply/start',
      label: '验证手机',
      group,
      can: 'visitor',
      writes: true,
      admit: admitAsking,
      params: form('验证手机', { phone, sms, p_id: project }, ['phone', 'sms']),
      prepare: ({ params, ...arrived }) => takeCode(arrived, params as { phone: string; sms: string }),
    },
    (context, params) => start(context, context.prepared, params),
  ),
  defineCall(
    {
      path: '/api/apply/open',
      label: '打开手机申请',
      group,
      can: 'link',
      link: { purpose: 2, opens: true },
      params: form('打开手机申请', { code }, ['code']),
    },
    async ({ db, ...context }) => viewOf(db, await draftOf(db, linkOf(context))),
  ),
  defineCall(
    {
      path: '/api/apply/save',
      label: '暂存手机申请',
      group,
      can: 'link',
      link: { purpose: 2 },
      writes: true,
      params: form('暂存手机申请', { code, typed: { type: 'string', title: '填写的内容', maxLength: 16_000 } }, ['code', 'typed']),
    },
    async ({ tx, now, ...context }, { typed }) => {
      await keepTyped(tx, await holdOpen(tx, linkOf(context)), parsed(typed), now)
      return { kept_until: keptUntil(now) }
    },
  ),
  defineCall(
    {
      path: '/api/apply/photo',
      label: '上传申请照片',
      group,
      can: 'link',
      link: { purpose: 2 },
      writes: true,
      takesFile: true,
      params: form('上传申请照片', { code }, ['code']),
      prepare: async ({ file }): Promise<ReadyImage> => {
        if (!file) throw new CallError(400, '请拍照或选择照片', { field: 'file' })
        return readImage(file.bytes)
      },
    },
    async ({ tx, config, prepared: { hash, mime, full }, ...context }) => {
      const { draft_id, photos } = await holdOpen(tx, linkOf(context))
      if (photos.length >= MAX_PHOTOS) throw new CallError(409, `最多上传${MAX_PHOTOS}张照片`, { field: 'file' })
      const name = `照片${photos.length + 1}.${mime === 'image/jpeg' ? 'jpg' : mime.slice('image/'.length)}`
      const file_id = await keepAttachment(tx, config.dataDir, { hash, mime, name, content: full }, null)
      await sql`update file set is_used = true where img_id = ${file_id}`.execute(tx)
      await sql`update application_draft set photos = photos || ${file_id}::integer where draft_id = ${draft_id}`.execute(tx)
      return { file_id, name }
    },
  ),
  defineCall(
    { path: '/api/apply/submit', label: '提交手机申请', group, can: 'link', link: { purpose: 2 }, writes: true, params: submitParams },
    async ({ tx, now, ...context }, params) => {
      const draft = await holdDraft(tx, linkOf(context))
      const acting = { tx, session: { userId: null, scope: null }, now }
      if (draft.apply_id === null) await submitNew(acting, draft, params)
      else await mend(acting, draft, draft.apply_id, params)
      return { submitted_at: now }
    },
  ),
]
