import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { whyRank } from '../../../server/domain/waiting/rules/whyRank.ts'
import { adminServer } from '../../help/adminServer.ts'
import { addRow, cardOf } from '../../help/store/ground.ts'

const at = adminServer()
const empty = async (): Promise<void> => {
  await sql`delete from waiting_event`.execute(at.server.db)
  await sql`delete from waiting`.execute(at.server.db)
}
afterEach(empty)

interface Waiter {
  wait_id: number
  custom_name: string
  room_type: number
  priority: number
  qualified_at: number
  status: number
}

/** Few values each, so that there are ties. */
const waiters = fc.array(
  fc.record({
    room_type: fc.integer({ min: 1, max: 2 }),
    priority: fc.integer({ min: 1, max: 2 }),
    qualified_at: fc.integer({ min: 1_760_000_000, max: 1_760_000_003 }),
    status: fc.constantFrom(1, 1, 1, 4),
  }),
  { minLength: 1, maxLength: 12 },
)

const isBefore = (one: Waiter, other: Waiter): boolean =>
  one.priority - other.priority < 0 ||
  (one.priority === other.priority &&
    (one.qualified_at < other.qualified_at || (one.qualified_at === other.qualified_at && one.wait_id < other.wait_id)))

const toldOf = (waiter: Waiter, all: readonly Waiter[]): { rank: number; rank_reason: string } => {
  const queue = all.filter(({ status, room_type }) => status === 1 && room_type === waiter.room_type)
  const before = queue.filter((one) => isBefore(one, waiter))
  const same = before.filter(({ priority }) => priority === waiter.priority)
  const byTime = same.filter(({ qualified_at }) => qualified_at < waiter.qualified_at).length
  return {
    rank: before.length + 1,
    rank_reason: whyRank({
      waiters: queue.length,
      byClass: before.length - same.length,
      byTime,
      byNumber: same.length - byTime,
      before: before.toSorted((one, other) => (isBefore(one, other) ? -1 : 1)).at(-1)?.custom_name ?? null,
    }),
  }
}

test('where someone stands, and why, is what the order gives; of those who no longer wait nothing is said', async () => {
  await fc.assert(
    fc.asyncProperty(waiters, async (some) => {
      await empty()
      const all: Waiter[] = []
      for (const [place, one] of some.entries()) {
        const custom_name = `轮候${place}`
        const rest = { custom_name, card: cardOf(place), phone: '13812345678', p_id: 1, nature: 1, ...one }
        all.push({ ...one, custom_name, wait_id: await addRow(at.server, 'waiting', rest) })
      }
      for (const one of all) {
        const { data } = await at.call('/api/Waiting/detail', { wait_id: one.wait_id })
        const told = one.status === 1 ? toldOf(one, all) : { rank: null, rank_reason: undefined }
        expect({ rank: data.rank, rank_reason: data.rank_reason }).toEqual(told)
      }
    }),
    { numRuns: 15 },
  )
})

test('the reason names who stands right before, and says where nobody does', () => {
  expect(whyRank({ waiters: 3, byClass: 1, byTime: 0, byNumber: 1, before: '张三' })).toBe(
    '同项目同户型共 3 户排队；前面保障类别更优先的 1 户，同类别资格更早的 0 户，同时取得资格而编号在前的 1 户；前一位是 张三',
  )
  expect(whyRank({ waiters: 1, byClass: 0, byTime: 0, byNumber: 0, before: null })).toBe('同项目同户型共 1 户排队，前面没有人')
})
