import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import contract from '../../../src/resources/contract/contract.ts'
import contractSetting from '../../../src/resources/settings/contract.ts'
import type { Queryable, Tx } from '../../store/connection/database.ts'
import { inState } from '../../store/reading/states.ts'
import { makeBills, type NewBill } from '../bill/index.ts'
import { readSetting } from '../setting/index.ts'
import { agreedRules } from './agreedRules.ts'
import { partiesOf, placeOf } from './contractBills.ts'
import { occupationTerms } from './rules/occupation.ts'
import { rentPlan } from './rules/rentPlan.ts'
import { dayOf, readBilled, textOf } from './terms.ts'

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

/**
 * Bills what is due for staying beyond the term of contracts, a month at a time: those that are over by a day, and with `isLast` the part of one that
 * ends then. Whatever was billed is not billed again. Gives how many bills were made.
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
  for (const billed of overstayed) {
    const lease = { end: dayOf(billed.end_date), rent: billed.rent, market: await marketOf(tx, billed.org_id, billed.rent) }
    // A month that is not over is billed when it is, or when the room is given back.
    const last = isLast ? dayOf(until) : dayOf(until) + 31
    for (const { from, to, price } of rentPlan(occupationTerms(lease, ruleOf(billed), last)))
      if (to <= dayOf(until))
        bills.push({
          ...placeOf(billed),
          ...partiesOf(billed),
          from: 2,
          from_id,
          price,
          bill_date: textOf(to),
          start_date: textOf(from),
          end_date: textOf(to),
        })
  }
  return makeBills(tx, bills, userId)
}

/** Gives the next contracts, after a key, whose tenants stay beyond the term. */
export const overstayedAfter = async (tx: Tx, after: number): Promise<number[]> => {
  const { rows } = await sql<{ contract_id: number }>`
    select contract_id from contract where status = ${inState(contract, 'overstayed')} and contract_id > ${after} order by contract_id limit 500
  `.execute(tx)
  return rows.map(({ contract_id }) => contract_id)
}
