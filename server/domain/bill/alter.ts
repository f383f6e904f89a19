import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { FormValue } from '../../../src/core/form.ts'
import type { changePayerForm } from '../../../src/schemas/bill/acts.ts'
import { parties } from '../../../src/schemas/common.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import type { Tx } from '../../store/connection/database.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { checkCompany } from '../company/index.ts'
import { checkNotSent, takeBackPaid } from './acts.ts'
import { type AdjustedShare, type Adjustment, adjust, holdMoneyOf, type MonthPart, sharesOfBills } from './adjust.ts'
import { type TakenShare, takeOff } from './rules/takeOff.ts'

/** What a party owes more of a bill than it did, or less (below zero). In fen. */
export interface Difference {
  party: 1 | 2 | 3 | 4
  company_id: number | null
  price: number
  /** By months, where other terms say so: they sum to it. */
  months?: readonly MonthPart[]
}

/** A bill of which parties owe something else. `from_date`: from which day on other terms hold, where those say so. */
export interface Altered {
  bill_id: number
  sn: string | null
  differences: readonly Difference[]
  from_date?: string
}

/** What of the months an amount is that is less than they sum to: of each its part, up to its end to the nearest fen. */
const partOf = (months: readonly MonthPart[], price: number, whole: number): MonthPart[] => {
  let upto = 0
  return months.map((month) => {
    const before = Math.round((upto * price) / whole)
    upto += month.price
    return { ...month, price: Math.round((upto * price) / whole) - before }
  })
}

/** Has a party that bore nothing of a bill bear a part: it comes to nothing until an adjustment says how much. Gives the share. */
const addShare = async ({ tx, session }: Acting, bill_id: number, { party, company_id }: Difference): Promise<number> => {
  const { rows } = await sql<{ share_id: number }>`
    insert into bill_share (bill_id, party, company_id, price, added, p_id, created_by)
    select ${bill_id}, ${party}::smallint, ${company_id}::integer, 0, 1, p_id, ${session.userId}::integer from bill where bill_id = ${bill_id}
    returning share_id
  `.execute(tx)
  return rows[0]?.share_id as number
}

/** What was written off, reduced, and taken over of another, of the shares of bills as they stand. */
const takenShares = async (tx: Tx, shares: readonly AdjustedShare[]): Promise<TakenShare[]> => {
  const { rows } = await sql<Omit<TakenShare, 'price' | 'paid'>>`
    select share_id, -coalesce(sum(price) filter (where kind in (4, 5)), 0)::bigint as bad, -coalesce(sum(price) filter (where kind in (3, 6)), 0)::bigint as reduced,
      coalesce(sum(price) filter (where kind = 10), 0)::bigint as over
    from bill_adjust where bill_id = any(${keyList([...new Set(shares.map(({ bill_id }) => bill_id))])}) group by share_id
  `.execute(tx)
  const adjusted = new Map(rows.map((row) => [row.share_id, row]))
  return shares.map(({ share_id, price, paid }) => ({ bad: 0, reduced: 0, over: 0, ...adjusted.get(share_id), share_id, price, paid }))
}

/** Gives the adjustments by which a party owes less of a bill; the shares stand then as these leave them. */
const adjustmentsOf = (bill_id: number, { price: whole, months = [] }: Difference, own: TakenShare, all: readonly TakenShare[]) => {
  let [rest, left] = [months, whole]
  return takeOff(own, all, -whole).flatMap(({ share_id, off, recovered, restored }) => {
    const part = partOf(rest, -off, left)
    rest = rest.map((month, place) => ({ ...month, price: month.price - (part[place]?.price ?? 0) }))
    left += off
    const share = all.find((one) => one.share_id === share_id) as TakenShare
    share.price += recovered + restored - off
    share.bad -= recovered
    share.reduced -= restored
    share.over -= share_id === own.share_id ? 0 : off
    return [
      { bill_id, share_id, kind: 5 as const, price: recovered, months: [] },
      { bill_id, share_id, kind: 6 as const, price: restored, months: [] },
      { bill_id, share_id, kind: null, price: -off, months: part },
    ].filter(({ price }) => price !== 0)
  })
}

/**
 * Has parties owe more or less of bills that are held, and with them the money that settled them (domain.md, Money: 补差, 改付款方): what of a share is paid beyond what is
 * left of it comes back, the latest money first. What is to be taken off was perhaps written off, reduced or taken over by another meanwhile: it is taken from there
 * (`takeOff`), as far as there is something. Throws 409 where the bank has been asked for one.
 */
export const alterBills = async (acting: Acting, kind: 9 | 10, all: readonly Altered[], reason: string): Promise<void> => {
  const { tx, session } = acting
  await checkNotSent(acting, all, kind === 9 ? '补差' : '改付款方')
  const shares = await sharesOfBills(
    tx,
    all.map(({ bill_id }) => bill_id),
  )
  const standing = await takenShares(tx, shares)
  const [given, altered]: [Adjustment[], Adjustment[]] = [[], []]
  for (const { bill_id, differences, from_date } of all) {
    const dated = from_date === undefined ? {} : { from_date }
    const ofBill = shares.filter((share) => share.bill_id === bill_id)
    const standingOfBill = standing.filter(({ share_id }) => ofBill.some((one) => one.share_id === share_id))
    for (const difference of differences) {
      const share = ofBill.find(({ party, company_id }) => party === difference.party && company_id === difference.company_id)
      const own = standingOfBill.find(({ share_id }) => share_id === share?.share_id)
      const { price, months = [] } = difference
      if (price < 0 && own)
        for (const { kind: back, ...one } of adjustmentsOf(bill_id, difference, own, standingOfBill))
          (back === null ? altered : given).push(back === null ? { ...one, kind, ...dated } : { ...one, kind: back })
      if (price > 0) {
        const share_id = own?.share_id ?? (await addShare(acting, bill_id, difference))
        altered.push({ bill_id, share_id, kind, price, months, ...dated })
        if (own) own.price += price
      }
    }
  }
  const overpaid = shares.map((share) => ({
    share,
    back: Math.max(0, share.paid - (standing.find(({ share_id }) => share_id === share.share_id)?.price ?? share.price)),
  }))
  await takeBackPaid(acting, overpaid)
  await adjust(tx, given, reason, session.userId)
  await adjust(tx, altered, reason, session.userId)
}

/** A bill that is held, and whose it is. */
interface Held {
  bill_id: number
  sn: string | null
  custom_id: number | null
}

/**
 * Has another owe what one kind of party has not paid of bills (domain.md, Money: 改付款方). Throws 400 at its field where nothing of one is left to pay by that party,
 * where nobody is there who could owe it as a tenant, or where it is whom it is taken from.
 */
export const changePayer = async (
  acting: Acting,
  rows: readonly Held[],
  { from_party, to_party, to_company, why }: FormValue<typeof changePayerForm>,
): Promise<{ count: number }> => {
  const to = { party: to_party as Difference['party'], company_id: to_party === 1 ? null : (to_company ?? null) }
  if (to.company_id !== null) await checkCompany(acting.tx, to.company_id, 'to_company')
  const shares = await sharesOfBills(
    acting.tx,
    rows.map(({ bill_id }) => bill_id),
  )
  const all = rows.map(({ bill_id, sn, custom_id }) => {
    const owing = shares.filter((share) => share.bill_id === bill_id && share.party === from_party && share.price > share.paid)
    if (owing.length === 0) throw new CallError(400, `账单 ${sn} 没有“${parties[from_party as 1]}”未付的部分`, { field: 'from_party' })
    if (to_party === 1 && custom_id === null) throw new CallError(400, `账单 ${sn} 没有租客，不能改由租客付`, { field: 'to_party' })
    if (owing.some(({ party, company_id }) => party === to.party && company_id === to.company_id))
      throw new CallError(400, `账单 ${sn} 本来就由它付`, { field: to_party === 1 ? 'to_party' : 'to_company' })
    const less = owing.map(({ party, company_id, price, paid }) => ({ party, company_id, price: paid - price }))
    const more = { ...to, price: -less.reduce((sum, { price }) => sum + price, 0) }
    return { bill_id, sn, differences: [...less, more] }
  })
  await alterBills(acting, 10, all, why)
  return { count: rows.length }
}

/** A rent bill on which something is paid. */
export interface PaidRent {
  bill_id: number
  sn: string | null
  start_date: string
  end_date: string
}

/** Gives the rent bills of contracts that end on or after a day and on which something is paid. */
export const paidRent = async ({ tx }: Pick<Acting, 'tx'>, contracts: readonly number[], since: string): Promise<PaidRent[]> => {
  const { rows } = await sql<PaidRent>`
    select bill_id, sn, start_date, end_date from bill
    where contract_id = any(${keyList(contracts)}) and "from" = 1 and type = 1 and is_void = 0 and paid > 0 and end_date >= ${since}::date order by bill_id
  `.execute(tx)
  return rows
}

/** Holds the money that settled those, before the bills. */
export const holdMoneyOfRent = async (acting: Pick<Acting, 'tx'>, contracts: readonly number[], since: string): Promise<void> =>
  holdMoneyOf(
    acting,
    (await paidRent(acting, contracts, since)).map(({ bill_id }) => bill_id),
  )
