import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { whichRule, whyRank } from '../../../server/domain/waiting/rules/whyRank.ts'
import { adminServer } from '../../help/adminServer.ts'
import { rounds } from '../../help/depth.ts'
import { addAccount, addRow, cardOf } from '../../help/store/ground.ts'

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
  lottery_no: number | null
}

/** Few values each, so that there are ties. */
const waiters = fc.array(
  fc.record({
    room_type: fc.integer({ min: 1, max: 2 }),
    priority: fc.integer({ min: 1, max: 2 }),
    qualified_at: fc.integer({ min: 1_760_000_000, max: 1_760_000_003 }),
    status: fc.constantFrom(1, 1, 1, 4),
    isDrawn: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
)

/** As the order is told in words (domain.md; docs/lottery.md): class, then lot, then time, then number. */
const keysOf = ({ priority, lottery_no, qualified_at, wait_id }: Waiter): number[] => [
  priority,
  lottery_no ?? Number.POSITIVE_INFINITY,
  qualified_at,
  wait_id,
]
const isBefore = (one: Waiter, other: Waiter): boolean => {
  const [here, there] = [keysOf(one), keysOf(other)]
  const place = here.findIndex((key, index) => key !== there[index])
  return place >= 0 && (here[place] ?? 0) < (there[place] ?? 0)
}

const toldOf = (waiter: Waiter, all: readonly Waiter[], number: string | null): Record<string, unknown> => {
  const queue = all.filter(({ status, room_type }) => status === 1 && room_type === waiter.room_type)
  const before = queue.filter((one) => isBefore(one, waiter))
  const same = before.filter(({ priority }) => priority === waiter.priority)
  const byLot = same.filter(({ lottery_no }) => lottery_no !== null).length
  const byTime = same.filter(({ lottery_no, qualified_at }) => lottery_no === null && qualified_at < waiter.qualified_at).length
  const ahead = before.toSorted((one, other) => (isBefore(one, other) ? -1 : 1)).at(-1)
  const place = {
    ...{ waiters: queue.length, byClass: before.length - same.length, byLot, byTime, byNumber: same.length - byLot - byTime, version: 0 },
    lottery: waiter.lottery_no === null ? null : { number: number ?? '', round_name: '双色球', round_number: '1 2 3', seed: 'ab' },
  }
  return {
    rank: before.length + 1,
    rank_reason: whyRank(place),
    rank_rule: whichRule(place),
    ahead_id: ahead?.wait_id ?? null,
    ahead: ahead ? '轮*' : null,
  }
}
const untold = { rank: null, rank_reason: undefined, rank_rule: undefined, ahead_id: undefined, ahead: undefined }

test('where someone stands, why, by what rule and behind whom, is what the order gives; of those who no longer wait nothing is said', async () => {
  const lottery_id = await addRow(at.server, 'lottery', {
    ...{ title: '试', p_id: 1, room_type: 1, classes: [1], operator: 1, supervisor: await addAccount(at.server, 'watcher', []) },
    ...{ round_name: '双色球', round_number: '1 2 3', seed: 'ab' },
  })
  const { number } = (await at.call('/api/lottery/detail', { lottery_id })).data
  await fc.assert(
    fc.asyncProperty(waiters, fc.nat(), async (some, salt) => {
      await empty()
      const all: Waiter[] = []
      for (const [place, { isDrawn, ...one }] of some.entries()) {
        const lottery_no = isDrawn ? ((place * 7 + salt) % 13) + 1 + place * 13 * (salt % 2) : null
        const custom_name = `轮候${place}`
        const lot = { lottery_no, lottery_id: isDrawn ? lottery_id : null }
        const rest = { custom_name, card: cardOf(place), phone: '13812345678', p_id: 1, nature: 1, ...one, ...lot }
        all.push({ ...one, lottery_no, custom_name, wait_id: await addRow(at.server, 'waiting', rest) })
      }
      for (const one of all) {
        const { data } = await at.call('/api/Waiting/detail', { wait_id: one.wait_id })
        const { rank, rank_reason, rank_rule, ahead_id, ahead } = data
        const told = one.status === 1 ? toldOf(one, all, number) : untold
        expect({ rank, rank_reason, rank_rule, ahead_id, ahead }).toEqual(told)
      }
    }),
    { numRuns: rounds(8, 15) },
  )
})

test('the reason says of each rule how many are before, and says where nobody is', () => {
  const place = { waiters: 3, byClass: 1, byLot: 0, byTime: 0, byNumber: 1, version: 2, lottery: null }
  expect(whyRank(place)).toBe('同项目同户型共 3 户排队；前面保障类别更优先的 1 户，同类别资格更早的 0 户，同时取得资格而编号在前的 1 户')
  expect(whyRank({ ...place, byLot: 1, byNumber: 0 })).toBe(
    '同项目同户型共 3 户排队；前面保障类别更优先的 1 户，同类别摇号号在前的 1 户，同类别没有摇号而资格更早的 0 户，同时取得资格而编号在前的 0 户',
  )
  expect(whyRank({ ...place, waiters: 1, byClass: 0, byNumber: 0 })).toBe('同项目同户型共 1 户排队，前面没有人')
  expect(whichRule(place)).toBe('轮候设置第 2 版；按保障类别与资格取得时间')
})
