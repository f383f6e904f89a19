import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { Field, FormSchema, FormValue } from '../../../src/core/form.ts'
import { idRange } from '../../../src/core/ids.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { callForm } from '../../../src/schemas/people.ts'
import { type Context, defineCall } from '../../calls/defineCall.ts'
import { lookupCall } from '../../calls/lookupCall.ts'
import { inScope } from '../../store/filters.ts'
import { readRow } from '../../store/list.ts'
import { explainConstraint } from '../../store/problems.ts'
import { columnList } from '../../store/tables.ts'
import { findTenants } from './findTenants.ts'

explainConstraint('waiting_room_held', '该房间已为其他轮候人保留')
explainConstraint('reserve_one_at_a_time', '该房间这个时段已有看房预约，请换个时间')
explainConstraint('reserve_times', '结束时间须晚于开始时间，且不超过一天')
explainConstraint('company_name_key', '该企业已登记')
explainConstraint('company_code_key', '该统一社会信用代码已登记')

const DAY = 86_400
const id = (title: string) => ({ type: 'integer', title, ...idRange, 'x-msg': { required: '请指明记录' } }) as const
/** spec.md section 7 names the param and not its meaning: here it narrows to tenants who live in a room now. */
const show = {
  type: 'integer',
  title: '范围',
  oneOf: [
    { const: 0, title: '全部' },
    { const: 1, title: '只看在租' },
  ],
} as const

/** Puts someone whose application passed into the queue, once. */
const queueUp = async ({ tx, session, now }: Context, { apply_id }: { apply_id: number }) => {
  const carried = columnList(resourceNamed('waiting'), ['custom_name', 'card', 'phone'])
  const { rows } = await sql<{ wait_id: number }>`
    with passed as (
      update qualification set status = 4, version = version + 1, updated_at = epoch_now()
      where apply_id = ${apply_id} and status = 2 and ${inScope(session.scope, 'p_id')}
      returning *
    )
    insert into waiting (${carried}, p_id, nature, room_type, priority, qualified_at, apply_id, created_by)
    select ${carried}, p_id, nature, room_type, priority, ${now}::bigint, apply_id, ${session.userId}::integer from passed
    returning wait_id
  `.execute(tx)
  if (rows[0]) return rows[0]
  const { rows: found } = await sql`
    select from qualification where apply_id = ${apply_id} and ${inScope(session.scope, 'p_id')}
  `.execute(tx)
  throw found.length > 0 ? new CallError(409, '只有审核通过的申请可以转入轮候') : new CallError(404)
}

interface Waiting {
  p_id: number
  room_type: number
  queue_order: string
  status: number
}

const waitingOf = async ({ tx, session }: Context, wait_id: number): Promise<Waiting> => {
  const { rows } = await sql<Waiting>`
    select p_id, room_type, queue_order, status from waiting
    where wait_id = ${wait_id} and ${inScope(session.scope, 'p_id')} for update
  `.execute(tx)
  if (!rows[0]) throw new CallError(404)
  return rows[0]
}

const isFirst = async ({ tx }: Context, { p_id, room_type, queue_order }: Waiting): Promise<boolean> => {
  const { rows } = await sql`
    select from waiting where status = 1 and p_id = ${p_id} and room_type = ${room_type} and queue_order < ${queue_order} limit 1
  `.execute(tx)
  return rows.length === 0
}

/** 叫号 (domain.md): holds a vacant room of the project for a window. The unique index lets one of two rivals have the room. */
const callUp = async (context: Context, { wait_id, org_id, days, reason }: FormValue<typeof callForm> & { wait_id: number }) => {
  const { tx, now } = context
  const waiting = await waitingOf(context, wait_id)
  if (waiting.status !== 1) throw new CallError(409, '当前状态不能叫号，请刷新后重试')
  if (!reason?.trim() && !(await isFirst(context, waiting)))
    throw new CallError(400, '此人不是本队第一位，跳号须写明原因', { field: 'reason' })
  const { rows } = await sql<{ state: number; p_id: number }>`select state, p_id from org where org_id = ${org_id}`.execute(tx)
  if (rows[0]?.p_id !== waiting.p_id) throw new CallError(400, '请选择申请项目内的房间', { field: 'org_id' })
  if (rows[0].state !== 1) throw new CallError(409, '该房间不是空置，不能保留', { field: 'org_id' })
  const held_until = now + days * DAY
  await sql`
    update waiting set status = 2, org_id = ${org_id}, held_until = ${held_until}::bigint, reason = ${reason ?? null}, version = version + 1, updated_at = epoch_now()
    where wait_id = ${wait_id}
  `.execute(tx)
  return { wait_id, org_id, held_until }
}

const lessee = resourceNamed('lessee')

const isLiving = async ({ tx }: Context, custom_id: number): Promise<boolean> => {
  const { rows } = await sql`select from contract where custom_id = ${custom_id} and status in (4, 6) limit 1`.execute(tx)
  return rows.length > 0
}

const form = <const P extends Record<string, Field>>(title: string, properties: P, required: readonly (keyof P & string)[] = []) =>
  ({ title, type: 'object', properties, required, additionalProperties: false }) satisfies FormSchema

const readTenant = async ({ tx, session }: Context, custom_id: number) => readRow(tx, lessee, custom_id, session.scope, resourceNamed)

export default [
  defineCall(
    {
      path: '/api/qualification/queue',
      label: '转入轮候',
      group: '准入资格列表',
      can: 'self',
      writes: true,
      params: form('转入轮候', { apply_id: id('申请') }, ['apply_id']),
    },
    queueUp,
  ),
  defineCall(
    {
      path: '/api/Waiting/call',
      label: '叫号',
      group: '轮候列表',
      can: 'self',
      writes: true,
      params: { ...callForm, properties: { wait_id: id('轮候'), ...callForm.properties }, required: ['wait_id', 'org_id', 'days'] },
    },
    callUp,
  ),
  lookupCall(
    {
      path: '/api/lessee/find',
      label: '查找租客',
      group: '用户列表',
      can: ['/api/lessee/index', 'key:bill_list'],
      key: 'custom_id',
      finds: { keyword: { type: 'string', title: '姓名、手机号或身份证号', maxLength: 50 }, show },
    },
    findTenants,
  ),
  defineCall(
    {
      path: '/api/lessee/detail',
      label: '用户详情',
      group: '用户列表',
      can: 'self',
      params: form('用户详情', { custom_id: id('租客'), show }, ['custom_id']),
    },
    async (context: Context, { custom_id, show: range }) => {
      const tenant = await readTenant(context, custom_id)
      if (range === 1 && !(await isLiving(context, custom_id))) throw new CallError(404)
      return tenant
    },
  ),
]
