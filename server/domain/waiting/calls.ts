import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { FormValue } from '../../../src/core/form.ts'
import { id } from '../../../src/derive/callParams.ts'
import { callForm } from '../../../src/schemas/waiting/people.ts'
import { type Context, defineCall } from '../../calls/defineCall.ts'
import { inScope } from '../../store/reading/filters.ts'

const DAY = 86_400

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

export default [
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
]
