import { sql } from 'kysely'
import { dateOf } from '../../../src/protocol/dates.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { type Cut, cutShort, depositOf, makeBills } from '../bill/index.ts'
import { depositBillOf, later } from './contractBills.ts'
import { readBilled } from './terms.ts'

/** Why what was not paid of a deposit is asked for no more: the contract that goes on asks for it. */
export const GOES_ON = '续签、换房，未收的押金由后一合同收'

/** What of a contract's deposit was asked for and never paid is asked for no more. */
export const dropClaims = async ({ tx, session }: Acting, contract_id: number, reason: string): Promise<void> => {
  const { rows } = await sql<Cut>`
    select b.bill_id, s.share_id, s.price as "from", s.paid as "to" from bill b join bill_share s on s.bill_id = b.bill_id
    where b.contract_id = ${contract_id} and b."from" = 3 and b.is_void = 0 and b.paid < b.price order by s.share_id
  `.execute(tx)
  await cutShort(tx, rows, reason, session.userId)
}

/** Asks again for what a contract does not hold of its deposit, where it was asked for no more because another went on, which does not. */
export const claimAgain = async ({ tx, session, now }: Acting, contract_id: number): Promise<void> => {
  const { rows } = await sql<{ open: number }>`
    select coalesce(sum(b.price - b.paid) filter (where b.is_void = 0), 0)::bigint as open from bill b where b.contract_id = ${contract_id} and b."from" = 3
    having bool_or(position(${GOES_ON} in coalesce(b.note, '')) > 0 or exists (select from bill_adjust a where a.bill_id = b.bill_id and a.reason = ${GOES_ON}))
  `.execute(tx)
  const [dropped] = rows
  if (!dropped) return
  const { held } = await depositOf(tx, contract_id)
  for (const billed of await readBilled(tx, [contract_id])) {
    const bills = await depositBillOf(tx, billed, billed.deposit - held - dropped.open)
    // Of days of its own: what was paid of it has a bill of the whole term.
    const since = later(billed.start_date, dateOf(now))
    await makeBills(
      tx,
      bills.map((bill) => ({ ...bill, start_date: since > bill.end_date ? bill.end_date : since })),
      session.userId,
    )
  }
}
