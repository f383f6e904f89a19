import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { form } from '../../../src/derive/callParams.ts'
import { signatoryFields } from '../../../src/schemas/contract/signatory.ts'
import { holdLink, useLink } from '../../caller/links/makeLink.ts'
import { defineCall } from '../../calls/defineCall.ts'
import { linkCode, linkOf } from '../../calls/linkOf.ts'
import { moveBySystem } from '../../calls/transition.ts'
import type { ReadyImage } from '../../files/images.ts'
import { keepImage } from '../../files/keepImage.ts'
import type { Signable } from '../contract/index.ts'
import { endCheck, sendCheck, takeCheck } from './check.ts'
import { readDrawn } from './drawnSignature.ts'
import { signableOf } from './signables.ts'
import { finishTask, holdTask, noteOpened, taskOfLink } from './tasks.ts'
import { serviceOfLink, viewOf } from './view.ts'

const group = '签署链接'
/** 短信签 (src/schemas/contract/terms.ts). */
const BY_PHONE = 1
const code = linkCode('请从短信里的链接打开')

const params = form(
  '签署合同',
  {
    code,
    sms: { type: 'string', title: '验证码', maxLength: 6, pattern: '^\\d{6}$', 'x-msg': { pattern: '验证码是6位数字' } },
    // A canvas as a PNG, in base64.
    image: {
      type: 'string',
      title: '签名',
      maxLength: 60_000,
      'x-msg': { required: '请手写签名', maxLength: '签名的图片太大，请清除后重写' },
    },
    ...signatoryFields,
  },
  ['code', 'image'],
)

interface Asked {
  sms?: string
  signatory?: string
  signatory_post?: string
  image: string
}

/** Gives who signs for a company, as the record keeps it; nothing where the party itself signs. Throws 400 where it is not told. */
const signatoryOf = ({ isForCompany }: Signable, { signatory = '', signatory_post = '' }: Asked): Partial<Asked> => {
  if (!isForCompany) return {}
  const told = { signatory: signatory.trim(), signatory_post: signatory_post.trim() }
  for (const [field, { 'x-msg': says }] of Object.entries(signatoryFields))
    if (told[field as keyof typeof told] === '') throw new CallError(400, says.required, { field })
  return told
}

/** By which page a tenant signs: what a link permits, and nothing else. */
export default [
  defineCall(
    {
      path: '/api/signing/open',
      label: '打开签署链接',
      group,
      can: 'link',
      link: { purpose: 1, opens: true, after: true },
      params: form('打开签署链接', { code }, ['code']),
    },
    async ({ db, now, ...context }) => {
      const link = linkOf(context)
      await noteOpened(db, link)
      return viewOf(db, link, now)
    },
  ),
  defineCall(
    {
      path: '/api/signing/send_check',
      label: '获取签署验证码',
      group,
      can: 'link',
      link: { purpose: 1 },
      writes: true,
      params: form('获取签署验证码', { code }, ['code']),
    },
    async ({ tx, now, config, ...context }) => {
      const link = linkOf(context)
      if (link.way !== 1) throw new CallError(409, '当面扫码签署不用验证码')
      return sendCheck(tx, config, link, { party: await signableOf(link.resource).partyOf(tx, link.record_id), now })
    },
  ),
  defineCall(
    {
      path: '/api/signing/sign',
      label: '租客签署合同',
      group,
      can: 'link',
      // Sent again after a connection broke, it is answered as it was.
      link: { purpose: 1, after: true },
      writes: true,
      params,
      prepare: async ({ db, config, params: sent, ...arrived }): Promise<ReadyImage | null> => {
        const link = linkOf(arrived)
        if (link.isUsed) return null
        if (await serviceOfLink(db, link)) throw new CallError(409, '这份合同由签署服务签署，请从页面上的“去签署”进入')
        const { sms = '', image } = sent as unknown as Asked
        signatoryOf(signableOf(link.resource), sent as unknown as Asked)
        const drawn = await readDrawn(image)
        if (link.way === 1) await takeCheck(db, config, link, sms)
        return drawn
      },
    },
    async ({ tx, now, config, prepared: drawn, ...context }, sent) => {
      const link = linkOf(context)
      if (!drawn || !(await holdLink(tx, link))) throw new CallError(403, '这个链接已经用过了', { why: 'used' })
      const image = await keepImage(tx, config.dataDir, drawn, null)
      await sql`update file set is_used = true where img_id = ${image}`.execute(tx)
      await endCheck(tx, link)
      await useLink(tx, link)
      const acting = { tx, session: { userId: null, scope: null }, now }
      const begun = await taskOfLink(tx, link)
      const task = begun && (await holdTask(tx, begun.sign_task_id))
      if (task) await finishTask(acting, task, {})
      const signable = signableOf(link.resource)
      const by = signatoryOf(signable, sent as unknown as Asked)
      await moveBySystem(acting, link.resource, signable.move, [link.record_id], { sign_img: [image], sign_way: BY_PHONE, ...by })
      return { signed_at: now }
    },
  ),
]
