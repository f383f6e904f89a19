import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { FormValue } from '../../../src/core/form.ts'
import { idRange } from '../../../src/core/ids.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { billForm } from '../../../src/schemas/bill.ts'
import { flowForm, reverseForm } from '../../../src/schemas/flow.ts'
import { meterForm } from '../../../src/schemas/meter.ts'
import { type Context, defineCall } from '../../calls/defineCall.ts'
import { ownProject } from '../../calls/ownProject.ts'
import { useFiles } from '../../files/useFiles.ts'
import { inScope } from '../../store/filters.ts'
import { explainConstraint } from '../../store/problems.ts'
import { nextOf, series } from '../../store/series.ts'
import { insertGiving } from '../../store/write.ts'
import { addBill } from './addBill.ts'
import { addReading } from './addReading.ts'
import { checkSource } from './checkSource.ts'
import { reverseFlow } from './reverseFlow.ts'

explainConstraint('flow_reverses_key', '该流水已红冲，不能再次红冲')
explainConstraint('flow_append_only', '流水只能追加，错误请红冲')
explainConstraint('bill_once', '该合同这一周期的账单已生成')
explainConstraint('allocation_within_flow', '核销金额超过流水余额')
explainConstraint('allocation_of_entry', '红字流水不能核销账单')
explainConstraint('allocation_of_receipt', '支出流水不能核销账单')
explainConstraint('allocation_of_standing', '该流水已红冲，不能核销账单')
explainConstraint('allocation_taken_back', '撤销的金额超过已核销金额')
explainConstraint('flow_reversed_whole', '该流水的核销未撤销，不能红冲')
explainConstraint('bill_share_paid', '核销金额超过账单未付金额')
explainConstraint('bill_void_unpaid', '已作废的账单不能核销，已收款的账单不能作废')
explainConstraint('meter_once_a_day', '该房间当天已抄过这个表')
explainConstraint('withhold_line_open', '该账单已在未回盘的代扣批次中')

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
  const resource = resourceNamed('flow')
  await useFiles(context, resource, flow)
  const row = { ...flow, ...place, sn: nextOf(series.receipt), deal_time: flow.deal_time ?? now }
  const { flow_id, sn } = await insertGiving(tx, resource, row, session.userId, ['flow_id', 'sn'])
  return { flow_id: flow_id as number, sn: sn as string }
}

const group = '流水列表'

export default [
  defineCall({ path: '/api/flow/add', label: '新增流水', group, can: 'self', writes: true, params: flowForm }, addFlow),
  defineCall(
    {
      path: '/api/flow/reverse',
      label: '红冲',
      group,
      can: 'self',
      writes: true,
      params: {
        ...reverseForm,
        properties: { flow_id: { type: 'integer', title: '流水', ...idRange }, ...reverseForm.properties },
        required: ['flow_id', 'note'],
      },
    },
    reverseFlow,
  ),
  defineCall(
    { path: '/api/bill/create', label: '新增费用账单', group: '账单', can: 'key:bill_list', writes: true, params: billForm },
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
