import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { codeOf } from '../../../src/core/states.ts'
import type { RowOf } from '../../../src/core/typed.ts'
import { minuteOf } from '../../../src/protocol/dates.ts'
import contract from '../../../src/resources/contract/contract.ts'
import queueSetting from '../../../src/resources/settings/queue.ts'
import objection from '../../../src/resources/waiting/objection.ts'
import waiting from '../../../src/resources/waiting/waiting.ts'
import { roomStateCode } from '../../../src/schemas/property/roomState.ts'
import { tellingWays } from '../../../src/schemas/waiting/waiting.ts'
import { type Acting, defineEffects } from '../../calls/defineEffects.ts'
import { moveBySystem } from '../../calls/transition.ts'
import { inState } from '../../store/reading/states.ts'
import { doubtsOf, endInquiries, rentsElsewhere } from '../application/index.ts'
import { readSetting, settingVersion } from '../setting/index.ts'
import { noteEvent, RECLASSED, SKIPPED, TOLD } from './chain.ts'
import lots from './lotteryEffects.ts'
import { arrivalsOf, noNotice, noteTold, PENDING, tellCalled, withdrawNotices } from './notices.ts'
import lists from './publicationEffects.ts'
import { type Lapsed, lapseOf } from './rules/lapse.ts'
import { tellOfLapse } from './tellOfLapse.ts'

const DAY = 86_400
const YES = 1
/** 不是本人的原因 (src/schemas/waiting/waiting.ts). */
const OURS = 2

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
const letGo = { org_id: () => null, held_until: () => null, ...noNotice }

/** What the lapses under way are: known once for all rows, before any is written. */
const lapses = new WeakMap<Acting, ReadonlyMap<number, Lapsed>>()

const judgeLapses = async (acting: Acting, rows: readonly Waiter[]): Promise<void> => {
  const arrivals = await arrivalsOf(acting.tx, rows)
  const judged: [number, Lapsed][] = []
  for (const row of rows) {
    const lapseCounts = (await ruleOf(acting, row)).lapse_counts === YES
    judged.push([row.wait_id, lapseOf({ lapseCounts, arrivedAt: arrivals.get(row.wait_id) ?? null, heldUntil: row.held_until ?? 0 })])
  }
  lapses.set(acting, new Map(judged))
}

/** Nothing hangs any more on what speaks against whoever is out of the queue. */
const endInquiriesOf = (acting: Acting, rows: readonly Pick<Waiter, 'apply_id'>[]): Promise<void> =>
  endInquiries(
    acting,
    rows.flatMap(({ apply_id }) => apply_id ?? []),
  )

const excludeSpent = async (acting: Acting, rows: readonly Waiter[]): Promise<void> => {
  const spent: number[] = []
  for (const row of rows) if ((row.declines ?? 0) >= (await ruleOf(acting, row)).most_declines) spent.push(row.wait_id)
  if (spent.length > 0) await moveBySystem(acting, 'waiting', 'exclude', spent)
}

/** Throws 409 where the contract for the room that is held for someone waits to be signed: without their place it could not be, and would keep the room. */
const checkUnsigned = async ({ tx }: Acting, { wait_id }: Waiter): Promise<void> => {
  const { rows } = await sql<{ sn: string }>`
    select sn from contract where wait_id = ${wait_id} and status = ${inState(contract, 'toSign')} limit 1
  `.execute(tx)
  if (rows[0]) throw new CallError(409, `合同 ${rows[0].sn} 待签署：请先作废它`)
}

/** That someone was passed over stands among what happened to them, with the state that they stay in. */
const noteSkip = ({ tx, session }: Acting, { wait_id, status, p_id }: Waiter, reason: string) =>
  noteEvent(tx, session.userId, { kind: SKIPPED, wait_id, p_id, status, reason })

/** Whoever rents already could not sign: he is called with open eyes, and the room is not held for nothing. */
const checkRentsElsewhere = async ({ tx }: Acting, { apply_id }: Waiter, reason?: string | null): Promise<void> => {
  if (apply_id === null || reason?.trim() || !(await rentsElsewhere(tx, apply_id))) return
  throw new CallError(400, '这户已另有合同（准入申请的“重复”里写着），仍要叫号须写明原因', { field: 'reason' })
}

/** Whom another bureau's file speaks against is called with open eyes: it is said why. */
const checkDoubts = async ({ tx }: Acting, { apply_id }: Waiter, reason?: string | null): Promise<void> => {
  if (apply_id === null || reason?.trim()) return
  const [first, ...more] = await doubtsOf(tx, [apply_id])
  if (!first) return
  const count = more.length > 0 ? `等 ${more.length + 1} 条` : ''
  // Its name alone: what it is about is for whoever may read doubts.
  throw new CallError(400, `这户有疑点没有排除：${first.name}${count}，仍要叫号须写明原因`, { field: 'reason' })
}

/** Whom somebody has objected to on a published list is called before that is answered with open eyes only: it may say that they are to have no room. */
const checkObjections = async ({ tx }: Acting, { wait_id }: Waiter, reason?: string | null): Promise<void> => {
  if (reason?.trim()) return
  const { rows } = await sql<{ number: string }>`
    select number from objection where wait_id = ${wait_id} and status = ${inState(objection, 'pending')} order by objection_id
  `.execute(tx)
  const [first, ...more] = rows
  if (!first) return
  const count = more.length > 0 ? `等 ${rows.length} 条` : ''
  throw new CallError(400, `这户有公示异议没有答复：${first.number}${count}，仍要叫号须写明原因`, { field: 'reason' })
}

/** The life of someone who waits (domain.md, From application to keys). */
const waits = defineEffects(waiting, {
  call: {
    check: async (acting, [waiter], { org_id, reason }) => {
      if (!reason?.trim() && !(await isFirst(acting, waiter)))
        throw new CallError(400, '此人不是本队第一位，跳号须写明原因', { field: 'reason' })
      await checkDoubts(acting, waiter, reason)
      await checkObjections(acting, waiter, reason)
      await checkRentsElsewhere(acting, waiter, reason)
      // Held, as whoever makes a contract of it holds it: of the two at once one has the room.
      const room = await acting.tx.selectFrom('org').select('state').where('org_id', '=', org_id).forNoKeyUpdate().executeTakeFirst()
      if (room?.state !== roomStateCode('vacant')) throw new CallError(409, '该房间不是空置，不能保留', { field: 'org_id' })
    },
    // The unique index lets one of two rivals have the room.
    sets: {
      held_until: ({ now }, _waiter, { days }) => now + days * DAY,
      reason: (_acting, _waiter, { reason }) => reason ?? null,
      rule_version: ({ tx }) => settingVersion(tx, queueSetting),
      called_at: ({ now }) => now,
      notice: () => PENDING,
      noticed_at: () => null,
      notice_once: (_acting, { wait_id }) => `call.${wait_id}.${randomUUID()}`,
    },
    after: async (acting, [waiter]) => {
      await tellCalled(acting, waiter)
      const { wait_id, org_id, held_until } = waiter
      return { wait_id, org_id, held_until }
    },
  },
  tell: {
    check: async ({ now }, [{ called_at }], { told_at }) => {
      if (told_at > now) throw new CallError(400, '何时告知不能晚于现在', { field: 'told_at' })
      if (told_at < (called_at ?? 0)) throw new CallError(400, '何时告知不能早于叫号', { field: 'told_at' })
    },
    sets: {
      notice: (_acting, _waiter, { how }) => (how === 1 ? 4 : 5),
      noticed_at: (_acting, _waiter, { told_at }) => told_at,
    },
    after: async ({ tx, session }, [waiter], { how, told_at, note }) => {
      const { wait_id, p_id, status } = waiter
      const reason = [`${tellingWays[how]}告知，${minuteOf(told_at)}`, note?.trim()].filter(Boolean).join('：')
      await noteEvent(tx, session.userId, { kind: TOLD, wait_id, p_id, status, reason })
      await noteTold(tx, waiter)
      return undefined
    },
  },
  choose: {
    sets: { held_until: () => null },
    after: async ({ tx }, rows) => {
      await withdrawNotices(tx, rows)
      return undefined
    },
  },
  unsign: { sets: { reason: () => '签约的合同已作废，房间仍为其保留' } },
  skip: {
    after: async (acting, [waiter], { reason }) => {
      await noteSkip(acting, waiter, reason)
      return undefined
    },
  },
  decline: {
    check: async (acting, [waiter]) => checkUnsigned(acting, waiter),
    sets: {
      ...letGo,
      declines: (_acting, { declines }, { by }) => (declines ?? 0) + (by === OURS ? 0 : 1),
      reason: (_acting, _waiter, { reason, by }) => (by === OURS ? `${reason.slice(0, 190)}（不计放弃）` : reason),
    },
    after: async (acting, rows, { by }, before) => {
      await withdrawNotices(acting.tx, before)
      if (by !== OURS) await excludeSpent(acting, rows)
      return undefined
    },
  },
  lapse: {
    check: judgeLapses,
    sets: {
      ...letGo,
      declines: (acting, { wait_id, declines }) => (declines ?? 0) + (lapses.get(acting)?.get(wait_id)?.counts ? 1 : 0),
      reason: (acting, { wait_id }) => lapses.get(acting)?.get(wait_id)?.why ?? null,
    },
    after: async (acting, rows, _asked, before) => {
      await withdrawNotices(acting.tx, before)
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
  renumber: { sets: { phone: (_acting, _waiter, { phone }) => phone } },
  invalid: {
    check: async (acting, [waiter]) => checkUnsigned(acting, waiter),
    sets: letGo,
    after: async (acting, rows, _asked, before) => {
      await withdrawNotices(acting.tx, before)
      await endInquiriesOf(acting, rows)
      return undefined
    },
  },
  exclude: {
    after: async (acting, rows) => {
      await endInquiriesOf(acting, rows)
      return undefined
    },
  },
})

export default [waits, ...lots, ...lists]
