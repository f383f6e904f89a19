/** What was posted of one event on one side of an account on a day, in fen, and by how many postings. */
export interface PostedSum {
  /** `YYYY-MM-DD`. */
  day: string
  event: number
  code: string
  name: string
  /** 1 debit, 2 credit. */
  side: number
  price: number
  postings: number
}

/** A line of a voucher, in fen; one side is nought. A correction is below it (红字). */
interface VoucherLine {
  code: string
  name: string
  debit: number
  credit: number
}

/** A voucher: what it sums, and of how many postings. */
export interface Voucher {
  day: string
  number: number
  events: readonly number[]
  postings: number
  lines: readonly VoucherLine[]
}

/**
 * Which events are one voucher with the first of them. Money that comes in, whose it is found to be, and what it settles: what goes through 2203.01 on the same day is not shown twice
 * (postings.md, Principles). A bill and its VAT, an expense and its input VAT: the account on which it was booked is shown net.
 */
const TOGETHER = [
  [4, 7, 8, 41],
  [1, 33],
  [5, 34],
  [6, 35],
]

/** The event by which a voucher is told from others of its day. */
const groupOf = (event: number): number => TOGETHER.find((events) => events.includes(event))?.[0] ?? event

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0)

/** The two sides of an account that money only passes through become one. */
const netted = (debit: number, credit: number): [number, number] => {
  const rest = debit - credit
  return rest > 0 ? [rest, 0] : [0, -rest]
}

const linesOf = (sums: readonly PostedSum[], through: string): VoucherLine[] => {
  const accounts = new Map<string, { name: string; debit: number; credit: number }>()
  for (const { code, name, side, price } of sums) {
    const account = accounts.get(code) ?? { name, debit: 0, credit: 0 }
    accounts.set(code, side === 1 ? { ...account, debit: account.debit + price } : { ...account, credit: account.credit + price })
  }
  return [...accounts]
    .toSorted(([a], [b]) => compare(a, b))
    .flatMap(([code, { name, debit, credit }]): VoucherLine[] => {
      const [asDebit, asCredit] = code === through ? netted(debit, credit) : [debit, credit]
      return [
        ...(asDebit === 0 ? [] : [{ code, name, debit: asDebit, credit: 0 }]),
        ...(asCredit === 0 ? [] : [{ code, name, debit: 0, credit: asCredit }]),
      ]
    })
}

/**
 * Gives the vouchers of sums, numbered from 1 in the order of days and events (postings.md: the voucher nets by day): each is balanced as its postings are, and
 * together they come to what was posted. `through` is the code of the account that receipts pass through; debits come before credits.
 */
export const vouchersOf = (sums: readonly PostedSum[], through: string): Voucher[] => {
  const groups = new Map<string, PostedSum[]>()
  for (const sum of sums) {
    const key = `${sum.day} ${String(groupOf(sum.event)).padStart(4, '0')}`
    groups.set(key, [...(groups.get(key) ?? []), sum])
  }
  return [...groups]
    .toSorted(([a], [b]) => compare(a, b))
    .map(([, group]) => {
      const counts = new Map(group.map(({ event, postings }) => [event, postings]))
      return {
        day: group[0]?.day ?? '',
        events: [...new Set(group.map(({ event }) => event))].toSorted(compare),
        postings: [...counts.values()].reduce((sum, count) => sum + count, 0),
        lines: linesOf(group, through).toSorted((a, b) => Number(a.debit === 0) - Number(b.debit === 0) || compare(a.code, b.code)),
      }
    })
    .filter(({ lines }) => lines.length > 0)
    .map((voucher, place) => ({ ...voucher, number: place + 1 }))
}
