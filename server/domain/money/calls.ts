import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { FormValue } from '../../../src/core/form.ts'
import { resourceNamed } from '../../../src/derive/declared.ts'
import { billForm } from '../../../src/schemas/bill.ts'
import { flowForm, reverseForm } from '../../../src/schemas/flow.ts'
import { meterForm } from '../../../src/schemas/meter.ts'
import { type Context, defineCall } from '../../calls/defineCall.ts'
import { useFiles } from '../../files/useFiles.ts'
import type { Tx } from '../../store/database.ts'
import { inScope } from '../../store/filters.ts'
import { explainConstraint } from '../../store/problems.ts'
import { insertRow } from '../../store/write.ts'
import { addBill } from './addBill.ts'
import { addReading } from './addReading.ts'
import { checkSource } from './checkSource.ts'
import { newReceipt } from './receipt.ts'

explainConstraint('flow_reverses_key', '该流水已红冲，不能再次红冲')
explainConstraint('flow_append_only', '流水只能追加，错误请红冲')
explainConstraint('bill_once', '该合同这一周期的账单已生成')
explainConstraint('allocation_within_flow', '核销金额超过流水余额')
explainConstraint('bill_share_paid', '核销金额超过账单未付金额')
explainConstraint('meter_once_a_day', '该房间当天已抄过这个表')
explainConstraint('withhold_line_open', '该账单已在未回盘的代扣批次中')

type Flow = FormValue<typeof flowForm>

interface Place {
  org_id: number | null
  unit_id: number | null
  p_id: number | null
}

/** Where the money belongs: the room's project; without a room the one project of someone who has but one. */
const placeOf = async ({ tx, session }: Context, flow: Flow): Promise<Place> => {
  if (flow.org_id === undefined && flow.unit_id === undefined) return { org_id: null, unit_id: null, p_id: session.scope?.[0] ?? null }
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

const nextReceipt = async (tx: Tx): Promise<string> => {
  const { rows } = await sql<{ sn: string }>`select ${newReceipt} as sn`.execute(tx)
  return rows[0]?.sn ?? ''
}

const addFlow = async (context: Context, flow: Flow): Promise<{ flow_id: number; sn: string }> => {
  const { tx, session, now } = context
  await checkSource(tx, flow)
  const place = await placeOf(context, flow)
  const resource = resourceNamed('flow')
  await useFiles(tx, resource, flow)
  const sn = await nextReceipt(tx)
  const flow_id = await insertRow(tx, resource, { ...flow, ...place, sn, deal_time: flow.deal_time ?? now }, session.userId)
  return { flow_id, sn }
}

/** Writes the opposite of an entry. The unique index on `reverses` lets one of two rivals through; a reversal itself is final. */
const reverseFlow = async ({ tx, session, now }: Context, { flow_id, note }: { flow_id: number; note: string }) => {
  const sn = await nextReceipt(tx)
  const { rows } = await sql<{ flow_id: number; sn: string }>`
    insert into flow (type, "from", from_id, price, unit_id, org_id, p_id, custom_name, way, start_date, end_date, deal_time, note, sn, reverses, created_by)
    select type, "from", from_id, -price, unit_id, org_id, p_id, custom_name, way, start_date, end_date, ${now}::bigint, ${note}, ${sn}, flow_id, ${session.userId}::integer
    from flow
    where flow_id = ${flow_id} and reverses is null and ${inScope(session.scope, 'p_id')}
    returning flow_id, sn
  `.execute(tx)
  if (rows[0]) return rows[0]
  const found = await sql`
    select from flow where flow_id = ${flow_id} and ${inScope(session.scope, 'p_id')}
  `.execute(tx)
  throw found.rows.length > 0 ? new CallError(409, '红字流水不能再红冲') : new CallError(404)
}

const group = '流水列表'

export default [
  defineCall({ path: '/api/flow/add', label: '新增流水', group, can: 'self', writes: true, serializable: true, params: flowForm }, addFlow),
  defineCall(
    {
      path: '/api/flow/reverse',
      label: '红冲',
      group,
      can: 'self',
      writes: true,
      serializable: true,
      params: {
        ...reverseForm,
        properties: { flow_id: { type: 'integer', title: '流水', minimum: 1, maximum: 2_147_483_647 }, ...reverseForm.properties },
        required: ['flow_id', 'note'],
      },
    },
    reverseFlow,
  ),
  defineCall(
    { path: '/api/bill/create', label: '新增费用账单', group: '账单', can: 'self', writes: true, serializable: true, params: billForm },
    addBill,
  ),
  defineCall(
    {
      path: '/api/meter/add',
      label: '新增抄表',
      group: '抄表管理',
      can: 'self',
      writes: true,
      params: meterForm,
      adds: { makes: ['meter'], row: addReading },
    },
    addReading,
  ),
]
