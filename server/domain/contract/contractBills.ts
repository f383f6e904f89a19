import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { addDays } from '../../../src/protocol/dates.ts'
import contractSetting from '../../../src/resources/settings/contract.ts'
import type { Tx } from '../../store/connection/database.ts'
import type { NewBill } from '../bill/index.ts'
import { readSetting } from '../setting/index.ts'
import { partsOwed } from './rentUpTo.ts'
import { monthLines } from './rules/monthLines.ts'
import { plannedPeriod, type RentLine } from './rules/rentPlan.ts'
import { type Billed, dayOf, rentTerms, textOf } from './terms.ts'

/** Gives whose a contract's bills are: a whole lease's company's, a tenant's own. */
export const partiesOf = ({ kind, custom_id, company_id, employer_id, party_name }: Billed) => ({
  custom_id,
  company_id: company_id ?? employer_id,
  custom_name: party_name,
  payer: (kind === 2 ? 2 : 1) as 1 | 2,
})

/** Gives where a contract is. */
export const placeOf = ({ contract_id, org_id, unit_id, p_id }: Billed) => ({ contract_id, org_id, unit_id, p_id: p_id as number })

const lineOf = ({ from, to, rent, fen }: RentLine) => ({
  month: textOf(from).slice(0, 7),
  start_date: textOf(from),
  end_date: textOf(to),
  days: to - from + 1,
  rent,
  price: fen,
})

/** Gives the later of two days. */
export const later = (a: string, b: string | null): string => (b !== null && b > a ? b : a)

/** Gives the day until which periods are billed, so many days ahead: of a day, or of that on which a term begins that has not begun, for what is due first is due whenever it begins. */
export const billedUntil = (today: string, ahead: number, begins: string | null = null): string => addDays(later(today, begins), ahead)

/**
 * Gives the rent bills of a contract whose periods begin by a day, from the first on (domain.md, Money: by its schedule, due before use); none is
 * due before the contract was signed. `since` leaves out periods that ended before it, and what was collected elsewhere before the contract was entered here is
 * billed by nobody.
 */
export const rentBillsOf = (contract: Billed, until: string, since?: string): NewBill[] => {
  const terms = rentTerms(contract, contract.steps)
  const { collected_to } = contract
  const last = dayOf(until)
  const first = Math.max(since === undefined ? terms.start : dayOf(since), collected_to === null ? terms.start : dayOf(collected_to) + 1)
  const bills: NewBill[] = []
  for (let n = 0, period = plannedPeriod(terms, n); period && period.from <= last; period = plannedPeriod(terms, ++n))
    if (period.to >= first)
      bills.push({
        ...placeOf(contract),
        ...partiesOf(contract),
        from: 1,
        from_id: null,
        price: period.price,
        bill_date: later(textOf(period.due), contract.signed_on),
        start_date: textOf(period.from),
        end_date: textOf(period.to),
        shares: partsOwed(contract, terms, period.from, period.to).map(({ fen, ...whose }) => ({ ...whose, price: fen })),
        lines: monthLines(period.lines).map(lineOf),
      })
  return bills
}

/** Gives the deposit item in which contracts' deposits are kept; 409 where the operator has none. */
const depositItem = async (tx: Tx): Promise<number> => {
  const { deposit_item } = await readSetting(tx, contractSetting)
  const { rows } = await sql<{ id: number }>`
    select id from pledge where retired = 0 order by id = ${deposit_item ?? null}::integer desc nulls last, id limit 1
  `.execute(tx)
  if (!rows[0]) throw new CallError(409, '还没有押金项：请先在“设置 › 房源设置 › 押金项”新增一个')
  return rows[0].id
}

/** Gives the bill of so much of a contract's deposit, in fen, due on the day on which it was signed; none where nothing is wanted. */
export const depositBillOf = async (tx: Tx, contract: Billed, price: number): Promise<NewBill[]> => {
  if (price <= 0) return []
  const { start_date, end_date, deposit_payer } = contract
  return [
    {
      ...placeOf(contract),
      ...partiesOf(contract),
      // The employer's (partiesOf) is a company's as that of a whole lease is.
      ...(deposit_payer === 2 ? { payer: 2 as const } : {}),
      from: 3,
      from_id: await depositItem(tx),
      price,
      bill_date: contract.signed_on ?? start_date,
      start_date,
      end_date,
    },
  ]
}
