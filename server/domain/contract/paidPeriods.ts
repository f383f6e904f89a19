import { sql } from 'kysely'
import { addDays } from '../../../src/protocol/dates.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import type { Preview } from '../../../src/protocol/preview.ts'
import { parties } from '../../../src/schemas/common.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { alterBills, type Difference, holdMoneyOfRent, type MonthPart, type PaidRent, paidRent } from '../bill/index.ts'
import { partsOwed } from './rentUpTo.ts'
import { monthLines } from './rules/monthLines.ts'
import { rentLines } from './rules/rentPlan.ts'
import { type Billed, dayOf, readBilled, rentTerms, textOf } from './terms.ts'

/** Periods that are paid come to something else from the day on which other terms hold, too (src/schemas/contract/terms.ts, `paidPeriods`). */
export const ADJUSTED = 2

/** What a change asks of them. */
interface Asked {
  from_date: string
  paid_periods?: number | undefined
}

/** Up to which day rent of a contract is paid, and up to which it was collected elsewhere, of which no bill is here; null where none was. */
export interface PaidDays {
  until: string | null
  elsewhere: string | null
}

export const NOTHING_PAID: PaidDays = { until: null, elsewhere: null }

/** Gives the last days for which something of the rent of contracts has been paid, by their keys. What was collected elsewhere counts. */
export const paidDaysOf = async (db: Queryable, keys: readonly number[]): Promise<Map<number, PaidDays>> => {
  const { rows } = await sql<PaidDays & { contract_id: number }>`
    select c.contract_id, c.collected_to as elsewhere, greatest(c.collected_to,
      (select max(end_date) from bill where contract_id = c.contract_id and "from" = 1 and is_void = 0 and paid > 0)) as until
    from contract c where c.contract_id = any(${keyList(keys)})
  `.execute(db)
  return new Map(rows.map(({ contract_id, ...days }) => [contract_id, days]))
}

/** The same of one. */
export const paidDays = async (db: Queryable, contract_id: number): Promise<PaidDays> =>
  (await paidDaysOf(db, [contract_id])).get(contract_id) ?? NOTHING_PAID

/** Gives why other terms cannot hold from a day on, as rent has been paid for it (domain.md: a change never rewrites paid periods, what it changes stands beside them); null where they can. */
export const whyPaid = (from_date: string, { until, elsewhere }: PaidDays, paid_periods: number | undefined): string | null => {
  const last = paid_periods === ADJUSTED ? elsewhere : until
  if (last === null || from_date > last) return null
  const first = addDays(last, 1)
  return from_date > (elsewhere ?? '')
    ? `房租已收到 ${last}，从 ${first} 起才能改；从这天起就改的，“已收过款的周期”选“补差”`
    : `房租已收到 ${last}，从 ${first} 起才能改`
}

const keyOf = ({ party, company_id }: Pick<Difference, 'party' | 'company_id'>): string => `${party} ${company_id}`
const monthOf = (day: number): string => textOf(day).slice(0, 7)

/** What the rent of some days comes to in each calendar month, and the days of it. */
const rentByMonth = (billed: Billed, from: number, to: number): Map<string, MonthPart> => {
  const months = new Map<string, MonthPart>()
  for (const line of monthLines(rentLines(rentTerms(billed, billed.steps), from, to))) {
    const month = monthOf(line.from)
    const { start_date = textOf(line.from), price = 0 } = months.get(month) ?? {}
    months.set(month, { month, start_date, end_date: textOf(line.to), price: price + line.fen })
  }
  return months
}

/**
 * Gives what each party owes of the days of a bill more, or less, by the terms after a change than by those before, by months: so that the bill has in each month what
 * one would have that was made by the terms after. What rounding leaves of a month is the first party's.
 */
const differencesOf = (
  before: Billed,
  after: Billed,
  { start_date, end_date }: Pick<PaidRent, 'start_date' | 'end_date'>,
): Difference[] => {
  const [from, to] = [dayOf(start_date), dayOf(end_date)]
  const [was, is] = [rentByMonth(before, from, to), rentByMonth(after, from, to)]
  const months = [...is.values()].map((month) => ({ ...month, price: month.price - (was.get(month.month)?.price ?? 0) }))
  const differing = (first: number, last: number): Map<string, Difference> => {
    const all = new Map<string, Difference>()
    for (const [sign, billed] of [
      [-1, before],
      [1, after],
    ] as const)
      for (const { party, company_id, fen } of partsOwed(billed, rentTerms(billed, billed.steps), first, last)) {
        const key = keyOf({ party, company_id })
        all.set(key, { party, company_id, price: (all.get(key)?.price ?? 0) + sign * fen })
      }
    return all
  }
  const [first, ...others] = [...differing(from, to).values()].filter(({ price }) => price !== 0)
  if (!first) return []
  const parts = months.map((month) => differing(dayOf(month.start_date), dayOf(month.end_date)))
  const told = others.map((other) => {
    let left = other.price
    return {
      ...other,
      months: months.map((month, place) => {
        const price = place === months.length - 1 ? left : (parts[place]?.get(keyOf(other))?.price ?? 0)
        left -= price
        return { ...month, price }
      }),
    }
  })
  const rest = months.map((month, place) => ({
    ...month,
    price: month.price - told.reduce((sum, other) => sum + (other.months[place]?.price ?? 0), 0),
  }))
  return [{ ...first, months: rest }, ...told]
}

/** Has what was paid of a contract's rent come to what its terms say now, from a day on: what is too much goes back to what is unallocated (预收), what is too little is owed. The bills and their money are held. */
export const adjustPaid = async (acting: Acting, before: Billed, since: string, reason: string): Promise<void> => {
  const { contract_id } = before
  const [after] = await readBilled(acting.tx, [contract_id])
  if (!after) return
  const altered = (await paidRent(acting, [contract_id], since)).map(({ bill_id, sn, ...days }) => ({
    ...{ bill_id, sn, from_date: since },
    differences: differencesOf(before, after, days),
  }))
  await alterBills(
    acting,
    9,
    altered.filter(({ differences }) => differences.length > 0),
    reason,
  )
}

/** Holds the money of what is paid of contracts' rents, where that may come to something else: money comes before bills. */
export const holdPaid = async (acting: Acting, keys: readonly number[], { from_date, paid_periods }: Asked): Promise<void> => {
  if (paid_periods === ADJUSTED) await holdMoneyOfRent(acting, keys, from_date)
}

/** Gives what each party owes more and less of what is paid, in the words of a preview; nothing where it stays as it is. */
export const alteredFacts = async (
  { tx }: Pick<Acting, 'tx'>,
  { contract_id, from_date, paid_periods }: Asked & { contract_id: number },
  before: Billed,
  after: Billed,
): Promise<Preview['facts']> => {
  if (paid_periods !== ADJUSTED) return []
  const bills = await paidRent({ tx }, [contract_id], from_date)
  const sums = new Map<number, number>()
  for (const { party, price } of bills.flatMap((bill) => differencesOf(before, after, bill)))
    sums.set(party, (sums.get(party) ?? 0) + price)
  return [
    { label: '补差的账单', value: `${bills.length} 张` },
    ...[...sums].map(([party, price]) => ({
      label: `${parties[party as 1]}补差`,
      value: price < 0 ? `退回 ¥${fenToYuan(-price)}` : `补收 ¥${fenToYuan(price)}`,
    })),
  ]
}
