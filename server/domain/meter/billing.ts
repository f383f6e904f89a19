import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { addDays } from '../../../src/protocol/dates.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import type { Tx } from '../../store/connection/database.ts'
import { makeBills } from '../bill/index.ts'
import type { Before } from './dial.ts'

/** A reading that is taken. Its amount in fen. */
interface Read {
  meter_id: number
  org_id: number
  simple_id: number
  read_date: string
  amount: number
}

/** Days that a bill is for. */
interface Days {
  start_date: string
  end_date: string
}

/** Notes on a reading the bill of a contract that is for it. Gives its number; null where none is. */
export const linkBill = async (
  tx: Tx,
  contract_id: number,
  { meter_id, simple_id }: Pick<Read, 'meter_id' | 'simple_id'>,
  days: Days,
): Promise<number | null> => {
  const { rows } = await sql<{ bill_id: number }>`
    update meter m set bill_id = b.bill_id from bill b
    where m.meter_id = ${meter_id} and b.contract_id = ${contract_id} and b."from" = 4 and b.from_id = ${simple_id} and b.is_void = 0
      and b.start_date = ${days.start_date}::date and b.end_date = ${days.end_date}::date
      and not exists (select from meter other where other.bill_id = b.bill_id)
    returning m.bill_id
  `.execute(tx)
  return rows[0]?.bill_id ?? null
}

/** Since when a reading counts: since the last one, of whoever rents the room since later on since then. */
const daysOf = ({ read_date: last, start_date }: Before, read_date: string): Days => {
  const begun = start_date as string
  const since = last === null || addDays(last, 1) < begun ? begun : addDays(last, 1)
  return { start_date: since > read_date ? read_date : since, end_date: read_date }
}

/** Bills a reading to whoever rents the room; gives the bill, or null where nobody does or it comes to nothing. Throws 409 where a bill of these days is there already. */
export const billReading = async (
  { tx, session }: Pick<Acting, 'tx' | 'session'>,
  before: Before,
  { meter_id, org_id, simple_id, read_date, amount }: Read,
  due_days: number,
): Promise<number | null> => {
  const { contract_id, custom_name, unit_id, p_id, custom_id, company_id, kind } = before
  if (contract_id === null || amount === 0) return null
  const days = daysOf(before, read_date)
  const payer = kind === 2 ? (2 as const) : (1 as const)
  const whose = { contract_id, org_id, unit_id, p_id, custom_id, company_id, custom_name: custom_name ?? '', payer }
  await makeBills(
    tx,
    [{ ...whose, from: 4, from_id: simple_id, price: amount, bill_date: addDays(read_date, due_days), ...days }],
    session.userId,
  )
  const bill_id = await linkBill(tx, contract_id, { meter_id, simple_id }, days)
  if (bill_id === null) throw new CallError(409, '这几天的账单已经开过，请先作废那一张', { field: 'read_date' })
  return bill_id
}
