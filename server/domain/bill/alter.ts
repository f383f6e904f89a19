import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { FormValue } from '../../../src/core/form.ts'
import type { changePayerForm } from '../../../src/schemas/bill/acts.ts'
import { parties } from '../../../src/schemas/common.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { checkCompany } from '../company/index.ts'
import { backOf, checkNotSent } from './acts.ts'
import { type Adjustment, adjust, holdMoneyOf, type MonthPart, sharesOfBills } from './adjust.ts'
import { allocate, takingBack } from './adjusting.ts'

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

/**
 * Has parties owe more or less of bills that are held, and with them the money that settled them (domain.md, Money: 补差, 改付款方): what of a share is paid beyond what is
 * left of it comes back, the latest money first. Of a share of which less is left than is to be taken off, that is taken. Throws 409 where the bank has been asked for
 * one, or a deposit paid what would come back.
 */
export const alterBills = async (acting: Acting, kind: 9 | 10, all: readonly Altered[], reason: string): Promise<void> => {
  const { tx, session } = acting
  await checkNotSent(acting, all, kind === 9 ? '补差' : '改付款方')
  const shares = await sharesOfBills(
    tx,
    all.map(({ bill_id }) => bill_id),
  )
  const [adjustments, backs]: [Adjustment[], Parameters<typeof takingBack>[0][number][]] = [[], []]
  for (const { bill_id, sn, differences, from_date } of all)
    for (const difference of differences) {
      const share = shares.find(
        (one) => one.bill_id === bill_id && one.party === difference.party && one.company_id === difference.company_id,
      )
      const price = Math.max(difference.price, -(share?.price ?? 0))
      if (price === 0) continue
      const share_id = share?.share_id ?? (await addShare(acting, bill_id, difference))
      const months = partOf(difference.months ?? [], price, difference.price)
      adjustments.push({ bill_id, share_id, kind, price, months, ...(from_date === undefined ? {} : { from_date }) })
      if (share && share.paid > share.price + price) backs.push(...backOf(share, share.paid - share.price - price, sn))
    }
  await allocate(tx, takingBack(backs), session.userId)
  await adjust(tx, adjustments, reason, session.userId)
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
