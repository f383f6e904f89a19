import { CallError } from '../../../src/core/errors.ts'
import { codeOf } from '../../../src/core/states.ts'
import type { RowOf } from '../../../src/core/typed.ts'
import waiting from '../../../src/resources/waiting/waiting.ts'
import { roomStateCode } from '../../../src/schemas/property/roomState.ts'
import { type Acting, defineEffects } from '../../calls/defineEffects.ts'
import { moveBySystem } from '../../calls/transition.ts'
import { tellOfLapse } from './tellOfLapse.ts'

const DAY = 86_400
/** domain.md: the third decline takes someone out of the queue. */
const MOST_DECLINES = 3

type Waiter = RowOf<typeof waiting>

const isFirst = async ({ tx }: Acting, { p_id, room_type, queue_order }: Waiter): Promise<boolean> => {
  const before = await tx
    .selectFrom('waiting')
    .select('wait_id')
    .where('status', '=', codeOf(waiting, 'queued'))
    .where('p_id', '=', p_id)
    .where('room_type', '=', room_type)
    .where('queue_order', '<', queue_order)
    .limit(1)
    .executeTakeFirst()
  return before === undefined
}

/** What is held for someone is free again, and that they let it go is counted. */
const letGo = {
  org_id: () => null,
  held_until: () => null,
  declines: (_acting: Acting, { declines }: Waiter) => (declines ?? 0) + 1,
}

const excludeThird = async (acting: Acting, rows: readonly Waiter[]): Promise<void> => {
  const spent = rows.filter(({ declines }) => (declines ?? 0) >= MOST_DECLINES).map(({ wait_id }) => wait_id)
  if (spent.length > 0) await moveBySystem(acting, 'waiting', 'exclude', spent)
}

/** The life of someone who waits (domain.md, From application to keys). */
export default defineEffects(waiting, {
  call: {
    check: async (acting, [waiter], { org_id, reason }) => {
      if (!reason?.trim() && !(await isFirst(acting, waiter)))
        throw new CallError(400, '此人不是本队第一位，跳号须写明原因', { field: 'reason' })
      const room = await acting.tx.selectFrom('org').select(['state', 'p_id']).where('org_id', '=', org_id).executeTakeFirst()
      if (room?.p_id !== waiter.p_id) throw new CallError(400, '请选择申请项目内的房间', { field: 'org_id' })
      if (room.state !== roomStateCode('vacant')) throw new CallError(409, '该房间不是空置，不能保留', { field: 'org_id' })
    },
    // The unique index lets one of two rivals have the room.
    sets: { held_until: ({ now }, _waiter, { days }) => now + days * DAY, reason: (_acting, _waiter, { reason }) => reason ?? null },
    after: async (_acting, [{ wait_id, org_id, held_until }]) => ({ wait_id, org_id, held_until }),
  },
  choose: { sets: { held_until: () => null } },
  decline: {
    sets: letGo,
    after: async (acting, rows) => {
      await excludeThird(acting, rows)
      return undefined
    },
  },
  lapse: {
    sets: letGo,
    after: async (acting, rows, _asked, before) => {
      await excludeThird(acting, rows)
      await tellOfLapse(acting, before)
      return undefined
    },
  },
  invalid: { sets: { org_id: () => null, held_until: () => null } },
})
