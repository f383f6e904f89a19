import { sql } from 'kysely'
import { addDays, dateOf } from '../../../src/protocol/dates.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { type Cut, cutShort, depositOf, holdBills, isWithBank, makeBills, type NewBill } from '../bill/index.ts'
import { depositBillOf, later } from './contractBills.ts'
import { type Billed, readBilled } from './terms.ts'

/** Why what was not paid of a deposit is asked for no more: the contract that goes on asks for it. */
export const GOES_ON = '续签、换房，未收的押金由后一合同收'

const HEIR = '变更主租人，未收的押金由现在的主租人付'

/** Asks for so much of a contract's deposit, in fen, from today: of days of its own, for a contract is asked for an item and period once. `changes` are of the bill. */
export const claim = async ({ tx, session, now }: Acting, billed: Billed, price: number, changes: Partial<NewBill> = {}): Promise<void> => {
  const bills = await depositBillOf(tx, billed, price)
  if (bills.length === 0) return
  const { rows } = await sql<{ last: string | null }>`
    select max(start_date) as last from bill where contract_id = ${billed.contract_id} and "from" = 3 and is_void = 0
  `.execute(tx)
  const last = rows[0]?.last ?? null
  const since = later(later(billed.start_date, dateOf(now)), last === null ? billed.start_date : addDays(last, 1))
  await makeBills(
    tx,
    bills.map((bill) => ({ ...bill, start_date: since > bill.end_date ? bill.end_date : since, ...changes })),
    session.userId,
  )
}

/** What of a contract's deposit was asked for and never paid is asked for no more. */
export const dropClaims = async ({ tx, session }: Acting, contract_id: number, reason: string): Promise<void> => {
  const { rows } = await sql<Cut>`
    select b.bill_id, s.share_id, s.price as "from", s.paid as "to" from bill b join bill_share s on s.bill_id = b.bill_id
    where b.contract_id = ${contract_id} and b."from" = 3 and b.is_void = 0 and b.paid < b.price order by s.share_id
  `.execute(tx)
  await cutShort(tx, rows, reason, session.userId)
}

/** Asks again for what a contract does not hold of its deposit, where it was asked for no more because another went on, which does not. */
export const claimAgain = async (acting: Acting, contract_id: number): Promise<void> => {
  const { tx } = acting
  const { rows } = await sql<{ open: number }>`
    select coalesce(sum(b.price - b.paid) filter (where b.is_void = 0), 0)::bigint as open from bill b where b.contract_id = ${contract_id} and b."from" = 3
    having bool_or(position(${GOES_ON} in coalesce(b.note, '')) > 0 or exists (select from bill_adjust a where a.bill_id = b.bill_id and a.reason = ${GOES_ON}))
  `.execute(tx)
  const [dropped] = rows
  if (!dropped) return
  const { held } = await depositOf(tx, contract_id)
  for (const billed of await readBilled(tx, [contract_id])) await claim(acting, billed, billed.deposit - held - dropped.open)
}

/**
 * Asks whoever is the main tenant of a contract now for what the one before was asked for of its deposit and did not pay: what is held of it goes along with the contract, and so does what is not.
 * It is due today. What is with the bank stays as it is, and so does what a company pays.
 */
export const claimOfHeir = async (acting: Acting, contract_id: number): Promise<void> => {
  const { tx, session, now } = acting
  await holdBills(tx, contract_id)
  const { rows } = await sql<Cut>`
    select b.bill_id, s.share_id, s.price as "from", s.paid as "to" from bill b join bill_share s on s.bill_id = b.bill_id join contract c on c.contract_id = b.contract_id
    where b.contract_id = ${contract_id} and b."from" = 3 and b.is_void = 0 and b.paid < b.price and b.payer = 1 and b.custom_id <> c.custom_id
      and not ${isWithBank('b')} order by s.share_id
  `.execute(tx)
  await cutShort(tx, rows, HEIR, session.userId)
  const open = rows.reduce((sum, { from, to }) => sum + from - to, 0)
  for (const billed of await readBilled(tx, [contract_id]))
    await claim(acting, billed, open, { payer: 1, bill_date: later(dateOf(now), billed.start_date) })
}
