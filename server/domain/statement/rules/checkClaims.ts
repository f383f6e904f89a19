import { fenToYuan, grouped } from '../../../../src/protocol/fen.ts'
import type { Claim, CountClaim, Group } from './claims.ts'
import type { Booking } from './statement.ts'
import { refusedAt } from './table.ts'

/** What claims are checked against. All amounts in fen. */
export interface Counted {
  /** In the order of the file. */
  bookings: readonly Booking[]
  opening: number | null
  closing: number | null
  /** The sum of a column as it stands: of the payments alone, and of all rows; null where there is no such column. */
  columnSum: (head: string) => { paid: number; all: number } | null
}

const isOf =
  (group: Group) =>
  ({ side }: Booking): boolean =>
    group === 'all' || side === (group === 'paid' ? 'in' : group === 'refunded' ? 'out' : group)

const total = (bookings: readonly Booking[]): number => bookings.reduce((sum, { price }) => sum + price, 0)

/** What the lines make of a claim, the likeliest first: rows that move nothing are counted or not, a sum of both sides is net or not. */
const madeOf = (claim: CountClaim, bookings: readonly Booking[]): number[] => {
  const own = bookings.filter(isOf(claim.group))
  if (claim.what === 'count') return [own.length, own.filter(({ price }) => price !== 0).length]
  const sum = Math.abs(total(own))
  return claim.group === 'all' ? [sum, Math.abs(total(own.filter(isOf('in')))) + Math.abs(total(own.filter(isOf('out'))))] : [sum]
}

const wrong = ({ row, label }: Claim, said: string, made: string): Error =>
  refusedAt(row, `“${label}”是 ${said}，文件里的行合计是 ${made}，文件可能没有传完整，或被改过`)

/** The rows that a total of a page or a day may be of: those since the total before, or all so far. */
const spansOf = (claim: CountClaim, since: number, bookings: readonly Booking[]): Booking[][] => {
  if (!claim.isPart) return [[...bookings]]
  const before = bookings.filter(({ row }) => row < claim.row)
  return [before.filter(({ row }) => row > since), before]
}

/** Throws 400 with the line and both values where the lines of a file do not make what it says of them. */
export const checkClaims = (claims: readonly Claim[], { bookings, opening, closing, columnSum }: Counted): void => {
  let [since, part] = [0, 0]
  for (const claim of claims) {
    if (claim.of === 'balance') {
      const known = claim.what === 'opening' ? opening : closing
      if (known !== null && known !== claim.value) throw wrong(claim, fenToYuan(claim.value), fenToYuan(known))
    } else if (claim.of === 'column') {
      const sums = columnSum(claim.head)
      if (sums && sums.all !== claim.value && sums.paid !== claim.value) throw wrong(claim, fenToYuan(claim.value), fenToYuan(sums.all))
    } else {
      if (claim.isPart && claim.row !== part) [since, part] = [part, claim.row]
      const made = spansOf(claim, since, bookings).flatMap((span) => madeOf(claim, span))
      const write = claim.what === 'count' ? (value: number) => `${grouped(value)} 笔` : fenToYuan
      if (!made.includes(claim.value)) throw wrong(claim, write(claim.value), write(made[0] ?? 0))
    }
  }
}
