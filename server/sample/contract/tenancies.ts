import { calendar, type Day } from '../calendar.ts'
import { type Random, randomOf } from '../random.ts'
import type { Contract, Room, Tenant } from '../types.ts'

const { addMonths, inMonth } = calendar

/** Where a room's past begins: before its current contract, or where it has stood empty since. */
type Past = { before: Day; next: Contract | null }

const stranger = (): Tenant => ({ custom_id: 0, name: '' })

const termOf = (random: Random): number => (random.chance(0.78) ? 24 : 12)
const startDate = (random: Random): number =>
  random.weighted([
    [1, 50],
    [5, 5],
    [8, 5],
    [10, 8],
    [15, 12],
    [16, 6],
    [20, 8],
    [25, 6],
  ] as const)

/** Of the contracts whose term ends about now, every so many is over, and nobody has moved out: its term ended on one of these days. */
const STAY = 20
const DAYS_OVER = [15, 35, 50] as const

/** Gives for each contract in turn whose term ends about now how many days ago it ended, where its tenant stays; null of the others. */
const overstays = function* (): Generator<number | null, never> {
  for (let turn = 0; ; turn++) yield turn % STAY === 0 ? (DAYS_OVER[(turn / STAY) % DAYS_OVER.length] ?? null) : null
}

interface Drawing {
  random: Random
  over: Generator<number | null, never>
}

/** The contract in force, if this room is let. */
const inForce = ({ random, over }: Drawing, room: Room, today: Day): Contract => {
  const months = termOf(random)
  const make = (start: Day, end: Day, status: Contract['status']): Contract => ({
    room,
    tenant: stranger(),
    start,
    end,
    rent: room.rent,
    status,
  })
  if (random.chance(0.045)) {
    const [ahead, ago] = [random.int(0, 30), over.next().value]
    const end = ago === null ? today + ahead : today - ago
    return make(addMonths(end + 1, -months), end, 'inForce')
  }
  const age = random.int(0, months - 2)
  const date = startDate(random)
  const drawn = inMonth(today, -age, date)
  const start = drawn > today ? addMonths(drawn, -1) : drawn
  return make(start, addMonths(start, months) - 1, random.chance(0.018) ? 'surrendering' : 'inForce')
}

/** Contracts that ended before, the latest first; a renewal follows the day after with the same tenant. */
const historyOf = (random: Random, room: Room, { before, next }: Past): Contract[] => {
  const made: Contract[] = []
  let [edge, later] = [before, next]
  const opened = calendar.dayOf('2019-03-01')
  while (made.length < 3 && random.chance(0.5)) {
    const isRenewal = later !== null && random.chance(0.3)
    const end = isRenewal ? edge - 1 : edge - random.int(5, 55)
    const months = termOf(random)
    const stayed = !isRenewal && random.chance(0.25) ? random.int(3, months - 1) : months
    const start = addMonths(end + 1, -stayed)
    if (start < opened) break
    const rent = Math.max(50, Math.round((room.rent * (100 - 3 * (made.length + 1))) / 1000) * 10)
    const status = isRenewal || (stayed === months && random.chance(0.4)) ? 'expired' : 'surrendered'
    later = { room, tenant: isRenewal && later ? later.tenant : stranger(), start, end, rent, status }
    made.push(later)
    edge = start
  }
  return made
}

/** What lies ahead of an empty room at times: a contract being written, in approval, or called off. */
const aheadOf = (random: Random, room: Room, today: Day): Contract[] => {
  const status = random.weighted([
    [null, 84],
    ['draft', 5],
    ['inApproval', 4],
    ['void', 7],
  ] as const)
  if (status === null) return []
  const start = today + random.int(2, 25)
  return [{ room, tenant: stranger(), start, end: addMonths(start, 24) - 1, rent: room.rent, status }]
}

const contractsOf = (drawing: Drawing, room: Room, today: Day): Contract[] => {
  const { random } = drawing
  if (room.status !== 'usable') return historyOf(random, room, { before: today - random.int(5, 200), next: null })
  const fate = random.weighted([
    ['let', 893],
    ['awaiting', 20],
    ['empty', 87],
  ] as const)
  if (fate === 'let') {
    const current = inForce(drawing, room, today)
    return [current, ...historyOf(random, room, { before: current.start, next: current })]
  }
  const past = historyOf(random, room, { before: today - random.int(3, 120), next: null })
  if (fate === 'empty') return [...past, ...aheadOf(random, room, today)]
  const start = today + random.int(1, 20)
  return [{ room, tenant: stranger(), start, end: addMonths(start, 24) - 1, rent: room.rent, status: 'toSign' }, ...past]
}

/** Gives the contracts of all rooms by their start: at most one in force a room. Tenants are made, but not yet named. */
export const tenancies = (rooms: readonly Room[], today: Day): Contract[] => {
  const drawing = { random: randomOf('tenancies'), over: overstays() }
  return rooms.flatMap((room) => contractsOf(drawing, room, today)).sort((a, b) => a.start - b.start || a.room.org_id - b.room.org_id)
}
