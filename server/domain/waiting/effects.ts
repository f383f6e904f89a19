import { CallError } from '../../../src/core/errors.ts'
import { codeOf } from '../../../src/core/states.ts'
import type { RowOf } from '../../../src/core/typed.ts'
import queueSetting from '../../../src/resources/settings/queue.ts'
import waiting from '../../../src/resources/waiting/waiting.ts'
import { roomStateCode } from '../../../src/schemas/property/roomState.ts'
import { type Acting, defineEffects } from '../../calls/defineEffects.ts'
import { moveBySystem } from '../../calls/transition.ts'
import { doubtsOf } from '../application/index.ts'
import { readSetting, settingVersion } from '../setting/index.ts'
import { noteEvent, RECLASSED, SKIPPED } from './chain.ts'
import lots from './lotteryEffects.ts'
import lists from './publicationEffects.ts'
import { tellOfLapse } from './tellOfLapse.ts'

const DAY = 86_400
const YES = 1

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

/** The setting by which someone was called; who was before it was kept is judged by the one in force. */
const ruleOf = ({ tx }: Acting, { rule_version }: Waiter) => readSetting(tx, queueSetting, rule_version ?? undefined)

/** What is held for someone is free again. */
const letGo = { org_id: () => null, held_until: () => null }

const excludeSpent = async (acting: Acting, rows: readonly Waiter[]): Promise<void> => {
  const spent: number[] = []
  for (const row of rows) if ((row.declines ?? 0) >= (await ruleOf(acting, row)).most_declines) spent.push(row.wait_id)
  if (spent.length > 0) await moveBySystem(acting, 'waiting', 'exclude', spent)
}

/** That someone was passed over stands among what happened to them, with the state that they stay in. */
const noteSkip = ({ tx, session }: Acting, { wait_id, status, p_id }: Waiter, reason: string) =>
  noteEvent(tx, session.userId, { kind: SKIPPED, wait_id, p_id, status, reason })

/** Whom another bureau's file speaks against is called with open eyes: it is said why. */
const checkDoubts = async ({ tx }: Acting, { apply_id }: Waiter, reason?: string | null): Promise<void> => {
  if (apply_id === null || reason?.trim()) return
  const [first, ...more] = await doubtsOf(tx, [apply_id])
  if (!first) return
  const count = more.length > 0 ? `等 ${more.length + 1} 条` : ''
  // Its name alone: what it is about is for whoever may read doubts.
  throw new CallError(400, `这户有疑点没有排除：${first.name}${count}，仍要叫号须写明原因`, { field: 'reason' })
}

/** The life of someone who waits (domain.md, From application to keys). */
const waits = defineEffects(waiting, {
  call: {
    check: async (acting, [waiter], { org_id, reason }) => {
      if (!reason?.trim() && !(await isFirst(acting, waiter)))
        throw new CallError(400, '此人不是本队第一位，跳号须写明原因', { field: 'reason' })
      await checkDoubts(acting, waiter, reason)
      const room = await acting.tx.selectFrom('org').select(['state', 'p_id']).where('org_id', '=', org_id).executeTakeFirst()
      if (room?.p_id !== waiter.p_id) throw new CallError(400, '请选择申请项目内的房间', { field: 'org_id' })
      if (room.state !== roomStateCode('vacant')) throw new CallError(409, '该房间不是空置，不能保留', { field: 'org_id' })
    },
    // The unique index lets one of two rivals have the room.
    sets: {
      held_until: ({ now }, _waiter, { days }) => now + days * DAY,
      reason: (_acting, _waiter, { reason }) => reason ?? null,
      rule_version: ({ tx }) => settingVersion(tx, queueSetting),
    },
    after: async (_acting, [{ wait_id, org_id, held_until }]) => ({ wait_id, org_id, held_until }),
  },
  choose: { sets: { held_until: () => null } },
  skip: {
    after: async (acting, [waiter], { reason }) => {
      await noteSkip(acting, waiter, reason)
      return undefined
    },
  },
  decline: {
    sets: { ...letGo, declines: (_acting, { declines }) => (declines ?? 0) + 1 },
    after: async (acting, rows) => {
      await excludeSpent(acting, rows)
      return undefined
    },
  },
  lapse: {
    sets: {
      ...letGo,
      declines: async (acting, waiter) => (waiter.declines ?? 0) + ((await ruleOf(acting, waiter)).lapse_counts === YES ? 1 : 0),
    },
    after: async (acting, rows, _asked, before) => {
      await excludeSpent(acting, rows)
      await tellOfLapse(acting, before, rows)
      return undefined
    },
  },
  reclass: {
    check: async (_acting, [waiter], { priority }) => {
      if (waiter.priority === priority) throw new CallError(400, '已经是这一类', { field: 'priority' })
    },
    sets: { priority: (_acting, _waiter, { priority }) => priority },
    after: async (acting, [waiter], { reason }) => {
      const { wait_id, p_id, status } = waiter
      await noteEvent(acting.tx, acting.session.userId, { kind: RECLASSED, wait_id, p_id, status, reason })
      return undefined
    },
  },
  invalid: { sets: letGo },
})

export default [waits, ...lots, ...lists]
