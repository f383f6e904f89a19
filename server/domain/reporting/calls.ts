import type { FormSchema } from '../../../src/core/form.ts'
import { anId } from '../../../src/core/ids.ts'
import { form } from '../../../src/derive/callParams.ts'
import { supplementForm, tenantReviewForm } from '../../../src/schemas/repair/phoneRepair.ts'
import type { Context } from '../../calls/defineCall.ts'
import { type Call, defineCall } from '../../calls/defineCall.ts'
import { linkOf } from '../../calls/linkOf.ts'
import { keepImage } from '../../files/keepImage.ts'
import { codeParam, doorCalls, photoCall } from '../telephone/index.ts'
import { repairDoor } from './door.ts'
import { reportForm } from './form.ts'
import { pictureOf } from './picture.ts'
import { type Reported, report, review, supplement, withdraw } from './report.ts'
import { holdTenant, type Tenant, tenantOf } from './tenant.ts'
import { viewOf } from './view.ts'

const group = repairDoor.label
/** More photographs than that for what is not sent yet nobody takes, however often he takes one again. */
const MAX_WAITING = 30

const repair_id = { title: '报修单', ...anId } as const

/** Gives the params of a deed: the link, what it is about, and what is said. */
const paramsOf = ({ title, properties, required = [] }: FormSchema, about: Record<string, typeof repair_id> = {}): FormSchema => ({
  title,
  type: 'object',
  properties: { code: codeParam, ...about, ...properties },
  required: ['code', ...Object.keys(about), ...required],
  additionalProperties: false,
})

type Deed = (
  acting: { tx: Context['tx']; session: { userId: null; scope: null }; now: number },
  tenant: Tenant,
  params: never,
) => Promise<unknown>

/** A deed of a tenant: one after the other from one telephone, as nobody of the staff. */
const deed = (name: string, label: string, { params, does }: { params: FormSchema; does: Deed }): Call =>
  defineCall(
    { path: `/api/tenant_repair/${name}`, label, group, can: 'link', link: { purpose: 3 }, writes: true, params },
    async ({ tx, now, ...context }, { code: _, ...said }: Record<string, unknown>) =>
      (await does({ tx, session: { userId: null, scope: null }, now }, await holdTenant(tx, linkOf(context), now), said as never)) ?? {
        done_at: now,
      },
  )

/** Reporting repairs on a telephone: whoever lives in a room shows whose the number is, reports, adds, takes back, sees who comes and says how it went. */
export default [
  ...doorCalls(repairDoor, { about: '手机报修须知', sendCode: '获取手机报修验证码', start: '验证报修手机' }),
  defineCall(
    {
      path: '/api/tenant_repair/open',
      label: '打开手机报修',
      group,
      can: 'link',
      link: { purpose: 3, opens: true },
      params: form('打开手机报修', { code: codeParam }, ['code']),
    },
    async ({ db, now, ...context }) => viewOf(db, await tenantOf(db, linkOf(context)), now),
  ),
  defineCall(
    {
      path: '/api/tenant_repair/picture',
      label: '查看报修照片',
      group,
      can: 'link',
      link: { purpose: 3 },
      params: paramsOf(form('查看报修照片', { file_id: { title: '照片', ...anId } }, ['file_id']), { repair_id }),
    },
    async ({ db, config, ...context }, params) =>
      pictureOf(db, config.dataDir, await tenantOf(db, linkOf(context)), params as { repair_id: number; file_id: number }),
  ),
  photoCall(repairDoor, {
    label: '上传报修照片',
    most: MAX_WAITING,
    hold: async (tx, link) => (await holdTenant(tx, link, Math.floor(Date.now() / 1000))).standing,
    keep: async (tx, dataDir, image) => ({ file_id: await keepImage(tx, dataDir, image, null) }),
  }),
  deed('report', '租客报修', { params: paramsOf(reportForm()), does: (acting, tenant, said: Reported) => report(acting, tenant, said) }),
  deed('supplement', '租客补充报修', { params: paramsOf(supplementForm, { repair_id }), does: supplement }),
  deed('withdraw', '租客撤回报修', {
    params: paramsOf(form('租客撤回报修', {}), { repair_id }),
    does: (acting, tenant, said: { repair_id: number }) => withdraw(acting, tenant, said.repair_id),
  }),
  deed('review', '租客确认维修结果', { params: paramsOf(tenantReviewForm, { repair_id }), does: review }),
]
