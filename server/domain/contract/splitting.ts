import { CallError } from '../../../src/core/errors.ts'
import type { FormValue } from '../../../src/core/form.ts'
import { codeOf } from '../../../src/core/states.ts'
import { addDays, dateOf } from '../../../src/protocol/dates.ts'
import contract from '../../../src/resources/contract/contract.ts'
import type { splitForm } from '../../../src/schemas/contract/splits.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { holdBills } from '../bill/index.ts'
import { billAnew } from './amend.ts'
import { later, rentBillsOf } from './contractBills.ts'
import { agree } from './datedTerms.ts'
import { ADJUSTED, adjustPaid, paidDays, whyPaid } from './paidPeriods.ts'
import { checkBearer, tenantNamed } from './parties.ts'
import { splitsOn } from './rules/splits.ts'
import { type Billed, dayOf, type KeptSplit, readBilled, splitsOf, splitTerms, textOf } from './terms.ts'

/** A line as it is agreed; what a way has no use for is left out. Amounts in fen a month. */
export type AskedSplit = Omit<FormValue<typeof splitForm>, 'reason'>

const lineOf = ({ bearer, company_id, from_date, way, percent, sum, cap }: AskedSplit) => ({
  ...{ bearer, company_id, from_date, way },
  percent: way === 1 ? (percent ?? null) : null,
  sum: way === 1 ? null : (sum ?? null),
  cap: way === 2 ? null : (cap ?? null),
})

/** Gives a contract as it is billed once a line is agreed: of the same bearer it replaces what begins on its day or after it. */
export const withSplit = (billed: Billed, asked: AskedSplit): Billed => {
  const line = { ...lineOf(asked), company: null } as KeptSplit
  const stay = billed.splits.filter(({ bearer, from_date }) => bearer !== line.bearer || from_date < line.from_date)
  return { ...billed, splits: [...stay, line] }
}

/**
 * Throws 400 where a line cannot begin on a day: outside the term, or where rent has been paid for it (domain.md: a change never rewrites paid periods);
 * or where percents that are in force together are more than the whole.
 */
export const checkSplit = async (db: Queryable, billed: Billed, asked: AskedSplit): Promise<void> => {
  const { start_date, end_date, contract_id } = billed
  const refuse = (message: string, field = 'from_date'): never => {
    throw new CallError(400, message, { field })
  }
  const { from_date, paid_periods } = asked
  if (from_date < start_date || from_date > end_date) refuse(`须在租期之内：${start_date} 至 ${end_date}`)
  const paid = await paidDays(db, contract_id)
  const why = whyPaid(from_date, paid, paid_periods)
  if (why !== null) refuse(why)
  // What was agreed of days that are paid stays, as what their bills were made by.
  const other = billed.splits.find(
    (line) => line.bearer === asked.bearer && line.from_date >= from_date && line.from_date <= (paid.until ?? ''),
  )
  if (other) refuse(`这一方从 ${other.from_date} 起另有约定，那时的房租已收：从 ${addDays(other.from_date, 1)} 起才能改`)
  const after = splitsOf(withSplit(billed, asked))
  for (const day of new Set(after.map(({ from }) => Math.max(from, dayOf(from_date))))) {
    const percents = splitsOn(after, day).reduce((sum, { way, percent }) => sum + (way === 1 ? (percent ?? 0) : 0), 0)
    if (percents > 100) refuse(`${textOf(day)} 起各方承担的比例合计 ${percents}%，超过 100%`, 'percent')
  }
}

/**
 * Has somebody else bear a part of a contract's rent from a day on (domain.md, Money): unpaid bills of periods that reach it are made anew, those on which something is
 * paid are owed as they would be, where that is asked. Lines of the same bearer from that day on give way.
 */
export const split = async (acting: Acting, billed: Billed, asked: FormValue<typeof splitForm>): Promise<void> => {
  const { reason, paid_periods, from_date } = asked
  await agree(acting, splitTerms, billed, { reason, ...lineOf(asked) })
  if (billed.status !== codeOf(contract, 'inForce')) return
  await billAnew(acting, billed.contract_id, from_date)
  if (paid_periods === ADJUSTED) await adjustPaid(acting, billed, from_date, `各方承担：${reason}`.slice(0, 200))
}

/**
 * Has the tenant of a contract bear another part of the rent, the employer with whom it was agreed the rest, or his own where it was with none, from the first period on that begins on a day or after it. Throws
 * 409 for a contract that is not in force, 400 for a day that `checkSplit` refuses or where nobody bears the rest.
 */
export const shareAnew = async (
  acting: Acting,
  contract_id: number,
  { from_date, payment_ratio, reason }: { from_date: string; payment_ratio: number; reason: string },
): Promise<void> => {
  const { tx } = acting
  const [held] = await readBilled(tx, [contract_id])
  if (held?.status !== codeOf(contract, 'inForce')) throw new CallError(409, '合同已不在履行中')
  const tenant = await tenantNamed(acting, held.custom_id as number)
  // Whom it was agreed with, be the tenant at work for another by now, or for nobody.
  const agreed = splitsOn(splitsOf(held), dayOf(from_date)).find(({ bearer }) => bearer === 2)
  if (!agreed) checkBearer(tenant, payment_ratio)
  const company_id = agreed?.company_id ?? tenant.company_id
  // Who never bore a part stops bearing nothing.
  if (company_id === null) return
  const line = { bearer: 2 as const, company_id, way: 1 as const, percent: 100 - payment_ratio, sum: 0 }
  await holdBills(tx, contract_id)
  await checkSplit(tx, held, { ...line, from_date })
  const next = rentBillsOf(held, held.end_date).find(({ start_date }) => start_date >= from_date)
  if (!next) throw new CallError(400, '从这天起没有新的账期了', { field: 'from_date' })
  await split(acting, held, { ...line, from_date: next.start_date, reason })
}

/**
 * Has the employer of a contract's new main tenant bear what the former one's did, from today on or from the day after those that are paid. What was agreed with an employer by
 * itself (各方承担) stays.
 */
export const employerAnew = async (acting: Acting, contract_id: number, company_id: number | null): Promise<void> => {
  const { tx, now } = acting
  const [held] = await readBilled(tx, [contract_id])
  const percent = 100 - (held?.payment_ratio ?? 100)
  if (!held || percent === 0 || company_id === null || held.employer_id === company_id) return
  if (held.splits.some(({ bearer }) => bearer === 2)) return
  await holdBills(tx, contract_id)
  const { until } = await paidDays(tx, contract_id)
  const from_date = later(later(held.start_date, dateOf(now)), until && addDays(until, 1))
  if (from_date > held.end_date) return
  await split(acting, held, { bearer: 2, company_id, way: 1, percent, sum: 0, from_date, reason: '变更主租人' })
}
