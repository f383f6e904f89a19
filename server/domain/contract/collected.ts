import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { Tx } from '../../store/connection/database.ts'
import { periodWith, unusedOf } from './rules/collected.ts'
import { dayOf, type KeptTerms, readBilled, rentTerms, textOf } from './terms.ts'

/** Throws 400 where rent cannot have been collected up to a day: it is outside the term, or in the middle of what is paid at one time. */
export const checkCollected = (terms: KeptTerms, collected_to: string): void => {
  const refusal = (message: string): CallError => new CallError(400, message, { field: 'collected_to' })
  const found = periodWith(rentTerms(terms), dayOf(collected_to))
  if (!found) throw refusal(`房租已收至须在租期之内：${terms.start_date} 至 ${terms.end_date}；没有收过的不填`)
  const { period, before } = found
  if (textOf(period.to) === collected_to) return
  const instead = before === null ? `${textOf(period.to)} 或不填` : `${textOf(before)} 或 ${textOf(period.to)}`
  throw refusal(
    `房租已收至须是账期的最后一天：这天在 ${textOf(period.from)} 至 ${textOf(period.to)} 的账期里，请填 ${instead}；只收了一部分的先收齐，或填这一期的最后一天、差的列入期初欠租`,
  )
}

/** Rent of a contract that was collected before it was entered, for days after it was left. */
interface Unused {
  from: string
  to: string
  /** The tenant's part, in fen. */
  price: number
}

/** Gives what a tenant has paid elsewhere for days after one on which he left (domain.md, surrender: unused rent, to the day); null where there is none. */
export const unusedElsewhere = async (tx: Tx, contract_id: number, left_on: string): Promise<Unused | null> => {
  const [billed] = await readBilled(tx, [contract_id])
  if (!billed?.collected_to || billed.collected_to <= left_on) return null
  const { rows } = await sql<{ end_date: string }>`
    select coalesce(planned_end, end_date) as end_date from contract where contract_id = ${contract_id}
  `.execute(tx)
  const terms = rentTerms({ ...billed, end_date: rows[0]?.end_date ?? billed.end_date }, billed.steps)
  const partOf = (fen: number): number => Math.ceil((fen * (billed.payment_ratio ?? 100)) / 100)
  const price = unusedOf(terms, dayOf(billed.collected_to), dayOf(left_on), partOf)
  return price > 0 ? { from: textOf(dayOf(left_on) + 1), to: billed.collected_to, price } : null
}
