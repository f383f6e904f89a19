import { fenToYuan } from '../../../../src/protocol/fen.ts'
import type { Booking } from './statement.ts'
import { refusedAt } from './table.ts'

const instantOf = ({ day, time }: Booking): string => `${day} ${time ?? ''}`

/** Where a chain of balances breaks. */
interface Break {
  /** Its place in the chain. */
  at: number
  booking: Booking
  before: number
  /** What came since that balance. */
  moved: number
}

const breakIn = (bookings: readonly Booking[]): Break | null => {
  let before: number | null = null
  let moved = 0
  for (const [at, booking] of bookings.entries()) {
    moved += booking.price + booking.fee
    if (booking.balance === null) continue
    if (before !== null && before + moved !== booking.balance) return { at, booking, before, moved }
    before = booking.balance
    moved = 0
  }
  return null
}

/** By its days and times: from the earliest on, from the latest on, or either. */
const directionOf = (bookings: readonly Booking[]): 'up' | 'down' | 'any' => {
  const instants = bookings.map(instantOf)
  const [first = '', last = ''] = [instants[0], instants.at(-1)]
  if (first === last) return 'any'
  const isSorted = instants.every((instant, index) => {
    const before = instants[index - 1] ?? first
    return first < last ? before <= instant : before >= instant
  })
  return isSorted ? (first < last ? 'up' : 'down') : 'any'
}

const byInstant = (a: Booking, b: Booking): number => {
  const [x, y] = [instantOf(a), instantOf(b)]
  return x < y ? -1 : x > y ? 1 : 0
}

const broken = ({ booking, before, moved }: Break): Error =>
  refusedAt(
    booking.row,
    `余额是 ${fenToYuan(booking.balance ?? 0)}，上一笔余额 ${fenToYuan(before)}，本笔 ${fenToYuan(moved)}，应为 ${fenToYuan(before + moved)}：缺了行，或被改过`,
  )

/** Throws 400 where all but the last row of a file that has balances have one: it was cut off in that row. */
export const checkLastBalance = (bookings: readonly Booking[]): void => {
  const last = bookings.at(-1)
  if (last?.balance === null && bookings.slice(0, -1).every(({ balance }) => balance !== null))
    throw refusedAt(last.row, '没有余额，文件可能没有传完整')
}

/**
 * Gives the rows of a file from the earliest on, and whether their balances follow from each other. Where they must and do not, throws 400
 * with the line, what stands there and what should.
 */
export const inOrder = (bookings: readonly Booking[], mustFollow: boolean): { bookings: Booking[]; follows: boolean } => {
  const direction = directionOf(bookings)
  const [up, down] = [[...bookings], bookings.toReversed()]
  const hasBalance = bookings.some(({ balance }) => balance !== null)
  if (hasBalance) {
    const breaks = [up, down].map((list) => ({ list, found: breakIn(list) }))
    const allowed = breaks.filter((_, index) => direction !== (index === 0 ? 'down' : 'up'))
    const whole = allowed.find(({ found }) => found === null)
    if (whole) return { bookings: whole.list, follows: true }
    const [latest] = allowed.toSorted((a, b) => (b.found?.at ?? 0) - (a.found?.at ?? 0))
    if (mustFollow && latest?.found) throw broken(latest.found)
  }
  if (direction === 'any') return { bookings: up.toSorted(byInstant), follows: false }
  return { bookings: direction === 'up' ? up : down, follows: false }
}
