import type { Tx } from '../../store/connection/database.ts'
import { type RentTerms, rentFor } from './rules/rentPlan.ts'
import type { Day } from './rules/rentSchedule.ts'
import { type Part, partsOf } from './rules/splits.ts'
import { type Billed, dayOf, readBilled, rentTerms, splitsOf } from './terms.ts'

/** Gives who owes what of the rent of some days of a contract: of a whole lease its company all (domain.md, Money), of a tenant's as it is agreed. */
export const partsOwed = (billed: Billed, terms: RentTerms, from: Day, to: Day): Part[] =>
  billed.kind === 2
    ? [{ party: 2, company_id: billed.company_id, fen: rentFor(terms, from, to) }]
    : partsOf(terms, splitsOf(billed), from, to)

/** What the rent of some days comes to, in fen, and who bears what of it. */
export interface RentOfDays {
  price: number
  parts: readonly Part[]
}

/** Gives what tells the rent of a contract for days, of which those after its end cost nothing. */
export const rentUpTo = async (tx: Tx, contract_id: number): Promise<(start_date: string, end_date: string) => RentOfDays> => {
  const [billed] = await readBilled(tx, [contract_id])
  const terms = billed && rentTerms(billed, billed.steps)
  return (start_date, end_date) => {
    if (!terms) return { price: 0, parts: [] }
    const [from, to] = [dayOf(start_date), dayOf(end_date)]
    return { price: rentFor(terms, from, to), parts: partsOwed(billed, terms, from, to) }
  }
}
