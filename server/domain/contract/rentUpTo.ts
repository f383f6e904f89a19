import type { Tx } from '../../store/connection/database.ts'
import { rentFor } from './rules/rentPlan.ts'
import { dayOf, readBilled, rentTerms } from './terms.ts'

/** Gives what tells the rent of a contract for days, in fen, of which those after its end cost nothing. */
export const rentUpTo = async (tx: Tx, contract_id: number): Promise<(start_date: string, end_date: string) => number> => {
  const [billed] = await readBilled(tx, [contract_id])
  const terms = billed && rentTerms(billed, billed.steps)
  return (start_date, end_date) => (terms ? rentFor(terms, dayOf(start_date), dayOf(end_date)) : 0)
}
