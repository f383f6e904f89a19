import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { form } from '../../../src/derive/callParams.ts'
import type { Link } from '../../caller/links/link.ts'
import { holdLink, useLink } from '../../caller/links/makeLink.ts'
import { defineCall } from '../../calls/defineCall.ts'
import { linkCode, linkOf } from '../../calls/linkOf.ts'
import { moveBySystem } from '../../calls/transition.ts'
import type { ReadyImage } from '../../files/images.ts'
import { keepImage } from '../../files/keepImage.ts'
import type { Tx } from '../../store/connection/database.ts'
import { endCheck, sendCheck, takeCheck } from './check.ts'
import { readDrawn } from './drawnSignature.ts'
import { signerOf } from './invite.ts'
import { viewOf } from './view.ts'

const group = '签署链接'
const code = linkCode('请从短信里的链接打开')

/** The tenant of the contract that a link is about. */
const tenantOf = async (tx: Tx, { record_id }: Link) => {
  const { rows } = await sql<{ custom_id: number | null }>`select custom_id from contract where contract_id = ${record_id}`.execute(tx)
  return signerOf(tx, rows[0]?.custom_id ?? null)
}

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
  },
  ['code', 'image'],
)

interface Asked {
  sms?: string
  image: string
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
    async ({ db, now, ...context }) => viewOf(db, linkOf(context), now),
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
      return sendCheck(tx, config, link, { signer: await tenantOf(tx, link), now })
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
        const { sms = '', image } = sent as unknown as Asked
        const drawn = await readDrawn(image)
        if (link.way === 1) await takeCheck(db, config, link, sms)
        return drawn
      },
    },
    async ({ tx, now, config, prepared: drawn, ...context }) => {
      const link = linkOf(context)
      if (!drawn || !(await holdLink(tx, link))) throw new CallError(403, '这个链接已经用过了', { why: 'used' })
      const image = await keepImage(tx, config.dataDir, drawn, null)
      await sql`update file set is_used = true where img_id = ${image}`.execute(tx)
      await endCheck(tx, link)
      await useLink(tx, link)
      await moveBySystem({ tx, session: { userId: null, scope: null }, now }, 'contract', 'sign', [link.record_id], { sign_img: [image] })
      return { signed_at: now }
    },
  ),
]
