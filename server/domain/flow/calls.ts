import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { FormValue } from '../../../src/core/form.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { form, reference } from '../../../src/derive/callParams.ts'
import type { Preview } from '../../../src/protocol/preview.ts'
import { flowForm } from '../../../src/schemas/flow/flow.ts'
import { refundForm } from '../../../src/schemas/flow/refund.ts'
import { type Context, defineCall } from '../../calls/defineCall.ts'
import { ownProject } from '../../calls/ownProject.ts'
import { useFiles } from '../../files/useFiles.ts'
import { inScope } from '../../store/reading/filters.ts'
import { nextOf, series } from '../../store/writing/series.ts'
import { insertGiving } from '../../store/writing/write.ts'
import { checkSource } from '../bill/index.ts'
import { foreseenTold } from '../journal/index.ts'
import { matchAtOnce } from '../matching/index.ts'
import { settleByEntry } from '../statement/index.ts'
import { checkInvoice } from './checkInvoice.ts'
import { owedBy, owedForm } from './owed.ts'
import { payBill } from './payBill.ts'
import { payerOf } from './payerOf.ts'

type Flow = FormValue<typeof flowForm>

interface Place {
  org_id: number | null
  unit_id: number | null
  p_id: number | null
}

/** Where the money belongs: the room's project; without a room the one chosen, or none, which is the operator's as a whole (ownProject). */
const placeOf = async ({ tx, session }: Context, flow: Flow): Promise<Place> => {
  if (flow.org_id === undefined && flow.unit_id === undefined)
    return { org_id: null, unit_id: null, p_id: await ownProject(tx, session.scope, flow.p_id) }
  const { rows } = await sql<Place>`
    select ${flow.org_id === undefined ? sql`null::integer` : sql`org_id`} as org_id, unit_id, p_id from org
    where (${flow.org_id ?? null}::integer is null or org_id = ${flow.org_id ?? null}::integer)
      and (${flow.unit_id ?? null}::integer is null or unit_id = ${flow.unit_id ?? null}::integer)
      and ${inScope(session.scope, 'p_id')}
    limit 1
  `.execute(tx)
  if (!rows[0]) throw new CallError(400, '所选房间不存在，或不在您负责的项目内', { field: 'org_id' })
  return rows[0]
}

const addFlow = async (context: Context, flow: Flow): Promise<{ flow_id: number; sn: string }> => {
  const { tx, session, now } = context
  await checkSource(tx, flow)
  const place = await placeOf(context, flow)
  await checkInvoice(context, { ...flow, deal_time: flow.deal_time ?? now }, place.org_id)
  const resource = resourceNamed('flow')
  await useFiles(context, resource, flow)
  const { bill_id, ...entry } = flow
  if (entry.line_id !== undefined) await settleByEntry(context, entry.line_id, entry)
  const row = { ...entry, ...place, ...(await payerOf(context, flow)), sn: nextOf(series.receipt), deal_time: flow.deal_time ?? now }
  const { flow_id, sn } = await insertGiving(tx, resource, row, session.userId, ['flow_id', 'sn'])
  if (bill_id !== undefined) await payBill(context, bill_id, { ...flow, flow_id: flow_id as number })
  else if (flow.type === 1) await matchAtOnce(context, flow_id as number)
  return { flow_id: flow_id as number, sn: sn as string }
}

const { amount, pay_way, pay_account_id, pay_time } = refundForm.properties
/** What is typed of a refund so far. */
const refundingForm = form('登记前核对', { flow_id: reference('流水'), amount, pay_way, pay_account_id, pay_time })

/** Gives what whoever gives a receipt back should know of the books before. */
const refunding = (context: Context, asked: FormValue<typeof refundingForm>): Promise<Preview> =>
  foreseenTold(context, {
    at: asked.pay_time,
    taken: { own_account_id: asked.pay_account_id, way: asked.pay_way, price: asked.amount },
  })

export default [
  defineCall({ path: '/api/flow/owed', label: '欠费与同额收款', group: '流水列表', can: '/api/flow/add', params: owedForm }, owedBy),
  defineCall({ path: '/api/flow/add', label: '新增流水', group: '流水列表', can: 'self', writes: true, params: flowForm }, addFlow),
  defineCall(
    { path: '/api/flow/refunding', label: '登记前核对', group: '流水列表', can: '/api/flow/refund', params: refundingForm },
    refunding,
  ),
]
