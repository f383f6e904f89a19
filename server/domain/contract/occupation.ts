import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import contract from '../../../src/resources/contract/contract.ts'
import contractSetting from '../../../src/resources/settings/contract.ts'
import type { Queryable, Tx } from '../../store/connection/database.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { inState } from '../../store/reading/states.ts'
import { isOfStay, makeBills, type NewBill } from '../bill/index.ts'
import { readSetting } from '../setting/index.ts'
import { agreedRules } from './agreedRules.ts'
import { partiesOf, placeOf } from './contractBills.ts'
import { type Days, unbilled } from './rules/billing.ts'
import { type Ladder, occupationTerms } from './rules/occupation.ts'
import { type RentTerms, rentFor, rentPlan } from './rules/rentPlan.ts'
import type { Day } from './rules/rentSchedule.ts'
import { type Billed, dayOf, readBilled, textOf } from './terms.ts'

/** Gives the item as which staying beyond a term is charged; 409 where the operator has none. */
export const occupationItem = async (tx: Tx): Promise<number> => {
  const { holdover_item } = await readSetting(tx, contractSetting)
  const { rows } = await sql<{ id: number }>`
    select id from cost where retired = 0 order by id = ${holdover_item ?? null}::integer desc nulls last, name = '占用费' desc, id limit 1
  `.execute(tx)
  if (!rows[0]) throw new CallError(409, '还没有费用项：请先在“设置 › 房源设置 › 费用项”新增一个，占用费记在它下面')
  return rows[0].id
}

export const marketOf = async (tx: Queryable, org_id: number, rent: number): Promise<number> => {
  const { rows } = await sql<{ market: number | null }>`
    select coalesce(market_rent, standard_rent) as market from org where org_id = ${org_id}
  `.execute(tx)
  return rows[0]?.market ?? rent
}

/** Gives the terms by which a stay beyond a contract's term is charged until a day. */
const stayTerms = async (tx: Queryable, billed: Billed, ladder: Ladder, until: Day): Promise<RentTerms> => {
  const lease = { end: dayOf(billed.end_date), rent: billed.rent, market: await marketOf(tx, billed.org_id, billed.rent) }
  return occupationTerms(lease, ladder, until)
}

/** Gives the days beyond their terms for which contracts are charged already. */
const stayedDays = async (tx: Tx, keys: readonly number[]): Promise<(contract_id: number) => Days[]> => {
  const { rows } = await sql<{ contract_id: number; start_date: string; end_date: string }>`
    select b.contract_id, b.start_date, b.end_date from bill b join contract c on c.contract_id = b.contract_id
    where b.contract_id = any(${keyList(keys)}) and b.is_void = 0 and ${isOfStay} order by b.start_date
  `.execute(tx)
  return (contract_id) =>
    rows.filter((row) => row.contract_id === contract_id).map((row) => ({ from: dayOf(row.start_date), to: dayOf(row.end_date) }))
}

/**
 * Bills what is due for staying beyond the term of contracts, a month at a time: those that are over by a day, and with `isLast` the part of one that
 * ends then. Days that were billed are not billed again, however they were cut. Gives how many bills were made.
 */
export const billOccupation = async (
  tx: Tx,
  keys: readonly number[],
  until: string,
  isLast = false,
  userId: number | null = null,
): Promise<number> => {
  if (keys.length === 0) return 0
  const from_id = await occupationItem(tx)
  const bills: NewBill[] = []
  const overstayed = await readBilled(tx, keys)
  const ruleOf = await agreedRules(tx, overstayed)
  const chargedOf = await stayedDays(tx, keys)
  for (const billed of overstayed) {
    // A month that is not over is billed when it is, or when the room is given back.
    const terms = await stayTerms(tx, billed, ruleOf(billed), isLast ? dayOf(until) : dayOf(until) + 31)
    const charged = chargedOf(billed.contract_id)
    for (const period of rentPlan(terms).filter(({ to }) => to <= dayOf(until)))
      for (const [from, to] of unbilled(period, charged))
        bills.push({
          ...placeOf(billed),
          ...partiesOf(billed),
          from: 2,
          from_id,
          price: rentFor(terms, from, to),
          bill_date: textOf(to),
          start_date: textOf(from),
          end_date: textOf(to),
        })
  }
  return makeBills(tx, bills, userId)
}

/** What was charged for some days beyond a term, in fen. */
interface Stayed {
  start_date: string
  end_date: string
  price: number
}

/**
 * Gives what tells what charges for a stay beyond the term of a contract come to where it ends on a day, in fen: days after it cost nothing, and
 * the parts of one charge sum to it.
 */
export const stayUpTo = async (tx: Tx, contract_id: number, last: string): Promise<(charged: Stayed) => number> => {
  const [billed] = await readBilled(tx, [contract_id])
  if (!billed) throw new CallError(404)
  const rule = (await agreedRules(tx, [billed]))(billed)
  const terms = await stayTerms(tx, billed, rule, Number.POSITIVE_INFINITY)
  return ({ start_date, end_date, price }) => {
    if (end_date <= last) return price
    const [from, to] = [dayOf(start_date), dayOf(end_date)]
    // In the proportion of what the days come to now: the market rent may be another than when they were charged.
    return last < start_date ? 0 : Math.round((price * rentFor(terms, from, dayOf(last))) / rentFor(terms, from, to))
  }
}

/** Gives the next contracts, after a key, whose tenants stay beyond the term. None of them is followed by another until the transaction ends; what is being followed now is left out. */
export const overstayedAfter = async (tx: Tx, after: number): Promise<number[]> => {
  const { rows } = await sql<{ contract_id: number }>`
    select contract_id from contract where status = ${inState(contract, 'overstayed')} and contract_id > ${after} order by contract_id limit 500
    for no key update skip locked
  `.execute(tx)
  return rows.map(({ contract_id }) => contract_id)
}
