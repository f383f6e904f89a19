import { CallError } from '../../../src/core/errors.ts'
import { form } from '../../../src/derive/callParams.ts'
import { defineCall } from '../../calls/defineCall.ts'
import { linkOf } from '../../calls/linkOf.ts'
import { keepAttachment } from '../../files/keepImage.ts'
import { codeParam, doorCalls, keptUntil, photoCall } from '../telephone/index.ts'
import { applyDoor } from './door.ts'
import { draftOf, holdDraft, keepTyped } from './drafts.ts'
import { MAX_PHOTOS, mendForm } from './form.ts'
import { holdOpen, mend, submitNew, withdraw } from './submit.ts'
import { viewOf } from './view.ts'

const group = '手机申请'
const { properties, required = [] } = mendForm()
const submitParams = {
  title: '提交手机申请',
  type: 'object',
  properties: { code: codeParam, ...properties },
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
  ...doorCalls(applyDoor, { about: '手机申请须知', sendCode: '获取手机申请验证码', start: '验证手机' }),
  defineCall(
    {
      path: '/api/apply/open',
      label: '打开手机申请',
      group,
      can: 'link',
      link: { purpose: 2, opens: true },
      params: form('打开手机申请', { code: codeParam }, ['code']),
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
      params: form('暂存手机申请', { code: codeParam, typed: { type: 'string', title: '填写的内容', maxLength: 16_000 } }, [
        'code',
        'typed',
      ]),
    },
    async ({ tx, now, ...context }, { typed }) => {
      await keepTyped(tx, await holdOpen(tx, linkOf(context)), parsed(typed), now)
      return { kept_until: keptUntil(now) }
    },
  ),
  photoCall(applyDoor, {
    label: '上传申请照片',
    most: MAX_PHOTOS,
    hold: async (tx, link) => {
      const { draft_id, ...draft } = await holdOpen(tx, link)
      return { id: draft_id, ...draft }
    },
    // A material is an attachment: it is kept whole, and named.
    keep: async (tx, dataDir, { hash, mime, full }, place) => {
      const name = `照片${place}.${mime === 'image/jpeg' ? 'jpg' : mime.slice('image/'.length)}`
      return { file_id: await keepAttachment(tx, dataDir, { hash, mime, name, content: full }, null), name }
    },
  }),
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
  defineCall(
    {
      path: '/api/apply/withdraw',
      label: '撤回手机申请',
      group,
      can: 'link',
      link: { purpose: 2 },
      writes: true,
      params: form('撤回手机申请', { code: codeParam }, ['code']),
    },
    async ({ tx, now, ...context }) => {
      await withdraw({ tx, session: { userId: null, scope: null }, now }, await holdDraft(tx, linkOf(context)))
      return { withdrawn_at: now }
    },
  ),
]
