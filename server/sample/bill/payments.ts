import contract from '../../../src/resources/contract/contract.ts'
import { rentPeriod } from '../../domain/contract/rules/rentSchedule.ts'
import { calendar, type Day } from '../calendar.ts'
import type { Lookups } from '../lookups.ts'
import type { Random } from '../random.ts'
import type { Contract, Flow } from '../types.ts'

const { addMonths, instantOf, isWeekend } = calendar

/** What the payments of a contract depend on beside it. */
export interface Setting {
  random: Random
  /** Who pays some of the rent late, and when. */
  late: Random
  lookups: Lookups
  /** The last day on which money may have moved: nothing has happened yet today. */
  yesterday: Day
  /** Regular payments before this day are left out. */
  since: Day
  /** The share of rooms whose meters the operator reads. */
  metered: number
}

const PAID = new Set<string>(contract.states?.sets?.hasLet)
const ENDED = new Set<string>(contract.states?.sets?.left)

/** An instant on that day, in office hours mostly; what falls on a weekend is mostly done the Friday before. */
export const officeHour = (random: Random, day: Day): number => {
  const worked = isWeekend(day) && random.chance(0.8) ? (isWeekend(day - 1) ? day - 2 : day - 1) : day
  const minute = random.weighted([
    [random.int(540, 690), 48],
    [random.int(780, 1049), 46],
    [random.int(1080, 1260), 6],
  ])
  return instantOf(worked, minute)
}

const wayOf = (random: Random): Flow['way'] =>
  random.weighted([
    [7, 46],
    [3, 32],
    [8, 16],
    [11, 6],
  ] as const)

/** Gives all that moved for one contract: deposits taken and given back, rent month by month, meters, parking. Those that are due but not due yet are not there. */
export const paymentsOf = (contract: Contract, { random, late, lookups, yesterday, since, metered }: Setting): Flow[] => {
  const { room, tenant, start, end, status } = contract
  if (!PAID.has(status)) return []
  const flows: Flow[] = []
  const way = wayOf(random)
  const add = (day: Day, what: Pick<Flow, 'type' | 'from' | 'item' | 'price' | 'start' | 'end'> & Partial<Flow>): Flow | null => {
    if (day > yesterday || (what.isRegular && day < since)) return null
    const { org_id, unit_id, p_id } = room
    // A field order that never varies keeps a million of these small.
    const flow: Flow = {
      at: officeHour(random, day),
      org_id,
      unit_id,
      p_id,
      name: tenant.name,
      custom_id: tenant.custom_id,
      way,
      note: null,
      reverses: null,
      isRegular: false,
      flow_id: 0,
      ...what,
    }
    flows.push(flow)
    return flow
  }

  // Who signs on the first day of the term pays at the counter that day, but nobody has paid yet today.
  const opening = Math.min(start - random.int(0, 3), yesterday)
  const pledges = [
    [lookups.pledge.房屋押金, contract.rent * 100],
    ...(random.chance(0.12) ? [[lookups.pledge.钥匙押金, random.pick([5000, 10_000])] as const] : []),
    ...(random.chance(0.08) ? [[lookups.pledge.水电押金, random.pick([30_000, 50_000])] as const] : []),
  ] as const
  const closing = end + random.int(1, 9)
  for (const [item, price] of pledges) {
    add(opening, { type: 1, from: 3, item, price, start, end, way: way === 7 ? 8 : way })
    if (ENDED.has(status)) add(closing, { type: 2, from: 3, item, price, start, end, way: 3, note: '退租结清，退还押金' })
  }

  const isBehind = !ENDED.has(status) && random.chance(0.04)
  const isLate = late.chance(0.06) && !isBehind && way !== 7
  const isMetered = random.chance(metered)
  const parking = random.chance(0.07) ? random.pick([25_000, 30_000, 40_000]) : 0
  const months = Math.max(0, Math.floor((since - start) / 31) - 2)
  const lease = { start, end, rent: contract.rent * 100 }
  for (let month = months, due = rentPeriod(lease, month); due && due.from <= yesterday + 8; due = rentPeriod(lease, ++month)) {
    const { from, to, price } = due
    const regular = { start: from, end: to, isRegular: true }
    if (isBehind && yesterday - from < 50) break
    const day = month === 0 ? opening : from + random.int(-5, 7)
    const paid = add(day, {
      type: 1,
      from: 2,
      item: lookups.cost.房租,
      price,
      ...regular,
      note: null,
      way: month === 0 && way === 7 ? 8 : way,
    })
    const reminded = from + late.int(20, 55)
    if (paid && isLate && month % 4 === 1 && reminded <= yesterday) paid.at = officeHour(late, reminded)
    if (parking > 0) add(day, { type: 1, from: 2, item: lookups.cost.停车费, price: parking, ...regular })
    if (!isMetered || month % 2 === 0) continue
    const twoMonths = { start: addMonths(start, month - 1), end: to, isRegular: true }
    const read = to + random.int(2, 12)
    add(read, { type: 1, from: 4, item: lookups.simple.水, price: random.int(6, 24) * 345, ...twoMonths })
    add(read, { type: 1, from: 4, item: lookups.simple.电, price: random.int(110, 520) * 62, ...twoMonths })
    if (room.area > 22 && random.chance(0.7))
      add(read, { type: 1, from: 4, item: lookups.simple.燃气, price: random.int(6, 40) * 313, ...twoMonths })
  }
  return flows
}
