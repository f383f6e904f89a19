import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { codesOf, wordsOf } from '../../../src/core/states.ts'
import type { RowOf } from '../../../src/core/typed.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { addDays, dateOf } from '../../../src/protocol/dates.ts'
import queueSetting from '../../../src/resources/settings/queue.ts'
import objection from '../../../src/resources/waiting/objection.ts'
import publication from '../../../src/resources/waiting/publication.ts'
import waiting from '../../../src/resources/waiting/waiting.ts'
import { type Acting, defineEffects } from '../../calls/defineEffects.ts'
import { act } from '../../calls/transition.ts'
import type { Tx } from '../../store/connection/database.ts'
import { readSetting, settingVersion } from '../setting/index.ts'
import { noteEvent, PUBLISHED } from './chain.ts'
import { giveNumbers, type Publication, takeNumbers } from './lists.ts'

type Objection = RowOf<typeof objection>

const states = publication.states?.of

const note = async (
  acting: Acting,
  { publication_id, p_id, room_type, number, list_hash }: Publication,
  label: string,
): Promise<undefined> => {
  const reason = [label, number, list_hash].filter(Boolean).join(' ')
  await noteEvent(acting.tx, acting.session.userId, { kind: PUBLISHED, publication_id, p_id: p_id ?? 0, room_type, reason })
}

/** Throws 409 where the last day of a list is over, though no job has ended it yet: whoever wanted to object was told that it was too late. */
const checkRunning = ({ now }: Acting, { to_date }: Publication, refusal: string): void => {
  if ((to_date ?? '') < dateOf(now)) throw new CallError(409, refusal)
}

/** The life of a published list. */
const lists = defineEffects(publication, {
  publish: {
    check: async ({ now }, _rows, { from_date }) => {
      if (from_date < dateOf(now)) throw new CallError(400, '公示开始不能早于今天', { field: 'from_date' })
    },
    sets: {
      to_date: async ({ tx }, _row, { from_date, to_date }) =>
        to_date ?? addDays(from_date, (await readSetting(tx, queueSetting)).objection_days - 1),
      rule_version: ({ tx }) => settingVersion(tx, queueSetting),
    },
    after: async (acting, [row]) => {
      await giveNumbers(acting, row)
      return note(acting, row, states?.open.label ?? '')
    },
  },
  end: {
    after: async (acting, rows) => {
      for (const row of rows) await note(acting, row, states?.ended.label ?? '')
      return undefined
    },
  },
  extend: {
    check: async (acting, [row], { to_date }) => {
      checkRunning(acting, row, '这份名单的公示期已满，不能再延长')
      if (to_date <= (row.to_date ?? '')) throw new CallError(400, `须晚于现在的公示结束 ${row.to_date}`, { field: 'to_date' })
    },
    sets: { to_date: (_acting, _row, { to_date }) => to_date },
    after: (acting, [row], { to_date, reason }) => note(acting, row, `延长到 ${to_date}：${reason}`),
  },
  retract: {
    check: async (acting, [row]) => checkRunning(acting, row, '这份名单的公示期已满，不能再撤回'),
    after: async (acting, [row], { reason }) => {
      await takeNumbers(acting, row)
      return note(acting, row, `${states?.retracted.label}：${reason}`)
    },
  },
  withdraw: { after: (acting, [row]) => note(acting, row, states?.void.label ?? '') },
})

const rankOf = async (tx: Tx, wait_id: number | null): Promise<number | null> => {
  const { rows } = await sql<{ rank: number | null }>`select rank from waiting_view where wait_id = ${wait_id}`.execute(tx)
  return rows[0]?.rank ?? null
}

const [RECLASS, VOID] = [1, 2]

/** Throws 409 at the field where whom it is about is out of the queue by now, signed or not: reading it anew would change nothing, another answer does. */
const checkStanding = async ({ tx }: Acting, wait_id: number): Promise<void> => {
  const { rows } = await sql<{ status: number }>`select status from waiting where wait_id = ${wait_id}`.execute(tx)
  const status = rows[0]?.status ?? 0
  if (codesOf(waiting, 'standing').includes(status)) return
  const state = wordsOf(waiting)[status] ?? ''
  throw new CallError(409, `这户在轮候列表里已是“${state}”，不能再改保障类别、作废：更正选“不改”，怎样办写在答复里`, { field: 'remedy' })
}

/** Does what an objection that was right asks for, by the moves that the queue has, with their checks and their traces. */
const remedy = async (
  acting: Acting,
  { wait_id, number }: Objection,
  asked: { remedy: number; priority?: number; answer: string },
): Promise<void> => {
  const name = asked.remedy === RECLASS ? 'reclass' : asked.remedy === VOID ? 'invalid' : null
  const queue = resourceNamed('waiting')
  const action = queue.actions.find((one) => one.name === name)
  if (!action || wait_id === null) return
  await checkStanding(acting, wait_id)
  const reason = `${number} ${asked.answer}`.slice(0, 200)
  const values = asked.remedy === RECLASS ? { priority: asked.priority, reason } : { reason }
  await act(acting, queue, action, { keys: [wait_id], versions: null, values })
}

/** Where whom it is about stood before what it asked for was done, and where they stand then. */
const moved = new WeakMap<Acting, { before: number | null; after: number | null }>()

/** The life of an objection: it is answered once. */
const objections = defineEffects(objection, {
  uphold: {
    check: async (acting, [row], asked) => {
      const before = await rankOf(acting.tx, row.wait_id)
      await remedy(acting, row, asked)
      moved.set(acting, { before, after: await rankOf(acting.tx, row.wait_id) })
    },
    sets: {
      remedy: (_acting, _row, { remedy: chosen }) => chosen,
      rank_before: (acting) => moved.get(acting)?.before ?? null,
      rank_after: (acting) => moved.get(acting)?.after ?? null,
      answered_at: ({ now }) => now,
    },
  },
  reject: {
    sets: {
      rank_before: ({ tx }, { wait_id }) => rankOf(tx, wait_id),
      rank_after: ({ tx }, { wait_id }) => rankOf(tx, wait_id),
      answered_at: ({ now }) => now,
    },
  },
})

export default [lists, objections]
