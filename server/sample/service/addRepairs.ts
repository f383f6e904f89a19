import { sql } from 'kysely'
import { codeOf } from '../../../src/core/states.ts'
import type { RowOf, StateOf } from '../../../src/core/typed.ts'
import repair from '../../../src/resources/repair/repair.ts'
import { billTenant } from '../../domain/repair/index.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inState } from '../../store/reading/states.ts'
import { insertMany } from '../bulk.ts'
import { calendar, type Day } from '../calendar.ts'
import type { Lookups } from '../lookups.ts'
import { type Random, randomOf } from '../random.ts'
import { phoneOf } from '../tenant/phones.ts'
import type { Staff } from '../types.ts'
import { type Lived, spread } from './lived.ts'

const DAY = 86_400
const SHOWN = 140

/** What is broken, by kind of trade; what was done; what it cost, in yuan. */
const CASES = [
  [1, '厨房水龙头关不紧，一直滴水', '更换水龙头阀芯，试水正常', 60],
  [1, '卫生间插座没有电', '线路接头松动，重新接线', 40],
  [1, '空气开关经常跳闸', '更换空气开关，测量绝缘正常', 120],
  [2, '入户门锁芯打不开', '更换锁芯，交付钥匙三把', 180],
  [2, '阳台移门脱轨', '更换滑轮，调整轨道', 90],
  [3, '热水器不点火', '清洗喷嘴，更换点火器', 150],
  [3, '空调不制冷', '补充冷媒，清洗滤网', 200],
  [4, '卧室墙面起皮脱落', '铲除起皮处，批嵌后涂刷', 320],
  [5, '卫生间顶部渗水', '楼上地漏重做防水，观察一周不再渗水', 860],
  [5, '外窗下口雨天渗水', '窗框四周打胶', 130],
  [6, '晾衣架摇不动', '更换钢丝绳', 70],
] as const

const FEEDBACK = ['师傅准时，修得好', '修好了，等得久了一点', '已恢复正常', '来得快，态度好'] as const

/** The oldest are long done, the newest wait for someone. */
const stateAt = (age: number, random: Random): StateOf<typeof repair> => {
  if (age > 12) return random.chance(0.06) ? 'cancelled' : 'done'
  if (age > 6) return random.weighted([['toReview', 55] as const, ['done', 45] as const])
  return random.weighted([['reported', 45] as const, ['underWay', 45] as const, ['toReview', 10] as const])
}

const orderOf = (random: Random, phones: Set<string>, room: Lived, age: number, today: Day, staff: Staff) => {
  const [kind, description, work, yuan] = random.pick(CASES)
  const state = room.is_laid_up ? 'underWay' : stateAt(age, random)
  // Tenants report by telephone since some weeks; nobody lives in a room that is laid up.
  const isTold = room.custom_id !== null && age < 45 && random.chance(0.3)
  const isSent = state !== 'reported' && state !== 'cancelled'
  const isDone = state === 'toReview' || state === 'done'
  const created_at = calendar.instantOf(today - age, 8 * 60) + random.int(0, 36_000)
  const visit = calendar.instantOf(
    isDone ? today - Math.max(1, age - random.int(1, 3)) : today + random.int(0, 4),
    540 + 30 * random.int(0, 14),
  )
  return {
    org_id: room.org_id,
    p_id: room.p_id,
    contract_id: room.contract_id,
    custom_id: room.custom_id,
    kind,
    urgency: kind === 5 || random.chance(0.12) ? 2 : 1,
    description,
    reporter: room.custom_name ?? '巡查员',
    phone: phoneOf(random, phones),
    wanted_time: random.chance(0.5) ? calendar.instantOf(today - age + 2, 600) : null,
    status: codeOf(repair, state),
    handler: isSent ? staff.guanjia : null,
    visit_start: isSent ? visit : null,
    visit_end: isSent ? visit + 3600 : null,
    lays_up: room.is_laid_up ? 1 : 0,
    work: isDone ? work : null,
    done_at: isDone ? visit + 3000 : null,
    cost: isDone ? yuan * 100 : null,
    borne_by: isDone ? 1 : null,
    satisfaction: state === 'done' ? random.weighted([[5, 60] as const, [4, 30] as const, [3, 8] as const, [2, 2] as const]) : null,
    feedback: state === 'done' && random.chance(0.5) ? random.pick(FEEDBACK) : null,
    reason: state === 'cancelled' ? '租客已自行修好' : null,
    source: isTold ? 2 : 1,
    created_at,
    created_by: isTold ? null : staff.guanjia,
  }
}

/** What tenants broke themselves in the last days they pay: their bills are not due yet. */
const billSome = async (tx: Tx, lookups: Lookups, now: number): Promise<void> => {
  const { rows } = await sql<RowOf<typeof repair>>`
    select * from repair where status = ${inState(repair, 'toReview')} and custom_id is not null and done_at > ${now - 8 * DAY}::bigint
    order by repair_id limit 5
  `.execute(tx)
  for (const order of rows) {
    const acting = { tx, session: { userId: order.handler, scope: null }, now: order.done_at ?? now }
    await billTenant(acting, order, {
      work: order.work ?? '',
      cost: order.cost ?? 0,
      borne_by: 2,
      from_id: lookups.cost.维修费,
      due_days: 10,
    })
    await sql`update repair set borne_by = 2 where repair_id = ${order.repair_id}`.execute(tx)
  }
}

/** What leaks was photographed by whoever told of it on a telephone. */
const addPhotos = async (tx: Tx, faults: readonly number[]): Promise<void> => {
  await sql`
    update repair r set photos = array[(${faults}::integer[])[1 + told.place % ${faults.length}::integer]]
    from (select repair_id, row_number() over (order by repair_id) as place from repair
      where source = 2 and description similar to '%(渗水|起皮|滴水)%') told
    where told.repair_id = r.repair_id
  `.execute(tx)
}

/** Adds half a year of repairs, the newest waiting; every room that is laid up is so by one of them. */
export const addRepairs = async (
  tx: Tx,
  rooms: readonly Lived[],
  lookups: Lookups,
  faults: readonly number[],
  today: Day,
  staff: Staff,
): Promise<void> => {
  if (staff.guanjia === null) return
  const random = randomOf('repairs')
  const phones = new Set<string>()
  const leased = rooms.filter(({ custom_id, is_laid_up }) => custom_id !== null && !is_laid_up)
  const laidUp = rooms.filter(({ is_laid_up }) => is_laid_up)
  const chosen = spread(leased, SHOWN)
  const rows = [
    ...chosen.map((room, index) =>
      orderOf(random, phones, room, Math.floor(((chosen.length - index) / chosen.length) ** 2 * 175), today, staff),
    ),
    ...laidUp.map((room) => orderOf(random, phones, room, random.int(2, 9), today, staff)),
  ].sort((a, b) => a.created_at - b.created_at)
  await insertMany(tx, 'repair', Object.keys(rows[0] ?? {}) as (keyof (typeof rows)[0])[], rows)
  await addPhotos(tx, faults)
  await billSome(tx, lookups, calendar.instantOf(today, 9 * 60))
}
