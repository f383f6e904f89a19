import { CallError } from '../../../src/core/errors.ts'
import type { FormValue } from '../../../src/core/form.ts'
import { id } from '../../../src/derive/callParams.ts'
import { callForm } from '../../../src/schemas/waiting/waiting.ts'
import { type Context, defineCall } from '../../calls/defineCall.ts'
import type { Row } from '../../store/connection/rows.ts'
import { inScope } from '../../store/reading/filters.ts'
import { changed } from '../../store/writing/changed.ts'

const DAY = 86_400

type Waiting = Row<'waiting', 'p_id' | 'room_type' | 'queue_order' | 'status'>

const waitingOf = async ({ tx, session }: Context, wait_id: number): Promise<Waiting> => {
  const waiting = await tx
    .selectFrom('waiting')
    .select(['p_id', 'room_type', 'queue_order', 'status'])
    .where('wait_id', '=', wait_id)
    .where(inScope(session.scope, 'p_id'))
    .forUpdate()
    .executeTakeFirst()
  if (!waiting) throw new CallError(404)
  return waiting
}

const isFirst = async ({ tx }: Context, { p_id, room_type, queue_order }: Waiting): Promise<boolean> => {
  const before = await tx
    .selectFrom('waiting')
    .select('wait_id')
    .where('status', '=', 1)
    .where('p_id', '=', p_id)
    .where('room_type', '=', room_type)
    .where('queue_order', '<', queue_order)
    .limit(1)
    .executeTakeFirst()
  return before === undefined
}

/** 叫号 (domain.md): holds a vacant room of the project for a window. The unique index lets one of two rivals have the room. */
const callUp = async (context: Context, { wait_id, org_id, days, reason }: FormValue<typeof callForm> & { wait_id: number }) => {
  const { tx, now } = context
  const waiting = await waitingOf(context, wait_id)
  if (waiting.status !== 1) throw new CallError(409, '当前状态不能叫号，请刷新后重试')
  if (!reason?.trim() && !(await isFirst(context, waiting)))
    throw new CallError(400, '此人不是本队第一位，跳号须写明原因', { field: 'reason' })
  const room = await tx.selectFrom('org').select(['state', 'p_id']).where('org_id', '=', org_id).executeTakeFirst()
  if (room?.p_id !== waiting.p_id) throw new CallError(400, '请选择申请项目内的房间', { field: 'org_id' })
  if (room.state !== 1) throw new CallError(409, '该房间不是空置，不能保留', { field: 'org_id' })
  const held_until = now + days * DAY
  await tx
    .updateTable('waiting')
    .set({ status: 2, org_id, held_until, reason: reason ?? null, ...changed })
    .where('wait_id', '=', wait_id)
    .execute()
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
