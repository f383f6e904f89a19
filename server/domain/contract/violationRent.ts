import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { codeOf } from '../../../src/core/states.ts'
import contract from '../../../src/resources/contract/contract.ts'
import type { Queryable, Tx } from '../../store/connection/database.ts'
import { makeBills } from '../bill/index.ts'
import { partiesOf, placeOf } from './contractBills.ts'
import { marketOf, occupationItem } from './occupation.ts'
import { type PlannedRent, rentPlan } from './rules/rentPlan.ts'
import { violationTerms } from './rules/violationRent.ts'
import { type Billed, dayOf, readBilled, textOf } from './terms.ts'

/** The days of a violation, `YYYY-MM-DD`, the last of them too. */
export interface ViolationDays {
  charged_from: string
  charged_to: string
}

/** Throws 409 where some of the days of a contract are charged for another violation already: the market rent of a day is asked for once. */
const checkUncharged = async (db: Queryable, contract_id: number, { charged_from, charged_to }: ViolationDays): Promise<void> => {
  const { rows } = await sql<{ number: string; charged_from: string; charged_to: string }>`
    select v.number, v.charged_from, v.charged_to from violation v
    where v.contract_id = ${contract_id} and v.charged_from <= ${charged_to}::date and v.charged_to >= ${charged_from}::date
      and exists (
        select from bill b where b.contract_id = v.contract_id and b.type = 1 and b."from" = 2 and b.of_bill is null and b.is_void = 0
          and b.start_date between v.charged_from and least(v.charged_to, ${charged_to}::date) and b.end_date between greatest(v.charged_from, ${charged_from}::date) and v.charged_to
      )
    order by v.charged_from limit 1
  `.execute(db)
  const [other] = rows
  if (other) throw new CallError(409, `${other.number} 已补收 ${other.charged_from} 至 ${other.charged_to}，同一天只补收一次`)
}

/** Throws 409 where the bills of what a violation was charged stand: its days are changed by voiding these first, else they would be asked for twice. */
export const checkNotCharged = async (
  db: Queryable,
  { contract_id, charged_from, charged_to }: { contract_id: number | null } & { [Day in keyof ViolationDays]: string | null },
): Promise<void> => {
  if (charged_from === null || charged_to === null) return
  const { rows } = await sql`
    select from bill b where b.contract_id = ${contract_id}::integer and b.type = 1 and b."from" = 2 and b.of_bill is null and b.is_void = 0
      and b.start_date >= ${charged_from}::date and b.end_date <= ${charged_to}::date limit 1
  `.execute(db)
  if (rows.length > 0) throw new CallError(409, `已补收 ${charged_from} 至 ${charged_to}，要改日期的先作废那几张账单`)
}

/**
 * Gives what the days of a violation of a contract are charged beside its rent, month by month, in fen. Throws 400 for days outside the
 * contract, or in the wrong order, and 409 where some of them are charged already, or the market rent is not above the contract's.
 */
export const planViolation = async (
  db: Queryable,
  contract_id: number,
  { charged_from, charged_to }: ViolationDays,
): Promise<{ billed: Billed; periods: PlannedRent[]; total: number }> => {
  const [billed] = await readBilled(db, [contract_id])
  if (!billed) throw new CallError(404)
  if (billed.status === codeOf(contract, 'void')) throw new CallError(409, '合同已作废，没有人可补收')
  if (charged_from < billed.start_date) throw new CallError(400, `合同从 ${billed.start_date} 开始，不能更早`, { field: 'charged_from' })
  if (charged_to < charged_from) throw new CallError(400, '最后一天不能早于第一天', { field: 'charged_to' })
  if (charged_to > billed.end_date) throw new CallError(400, `合同到 ${billed.end_date} 为止；之后的是超期占用`, { field: 'charged_to' })
  await checkUncharged(db, contract_id, { charged_from, charged_to })
  const market = await marketOf(db, billed.org_id, billed.rent)
  const steps = [
    { from: dayOf(billed.start_date), rent: billed.rent },
    ...billed.steps.map(({ from_date, rent }) => ({ from: dayOf(from_date), rent })),
  ]
  const periods = rentPlan(violationTerms(steps, market, dayOf(charged_from), dayOf(charged_to))).filter(({ price }) => price > 0)
  const total = periods.reduce((sum, { price }) => sum + price, 0)
  if (total === 0) throw new CallError(409, '房间的市场租金不高于合同租金，没有可补收的；市场月租金在房源列表里填')
  return { billed, periods, total }
}

/** Whose violation of a tenant's contract it was, where that is another than its main tenant now (变更主租人): he owes what it comes to. */
const violatorOf = async (
  tx: Tx,
  { kind, custom_id }: Billed,
  violator: number | null,
): Promise<{ custom_id: number; custom_name: string } | undefined> => {
  if (kind === 2 || violator === null || violator === custom_id) return undefined
  const { rows } = await sql<{ custom_id: number; custom_name: string }>`
    select custom_id, name as custom_name from lessee where custom_id = ${violator}
  `.execute(tx)
  return rows[0]
}

/**
 * Bills the days of a violation, a month at a time, due today, to whoever it was (`violator`): what the market rent is above the contract's. Gives their sum in fen. Throws as
 * `planViolation`.
 */
export const billViolation = async (
  tx: Tx,
  contract_id: number,
  days: ViolationDays,
  { today, userId, violator }: { today: string; userId: number | null; violator: number | null },
): Promise<number> => {
  // Who charges another violation of the contract at this moment is waited for.
  await sql`select from contract where contract_id = ${contract_id} for no key update`.execute(tx)
  const { billed, periods, total } = await planViolation(tx, contract_id, days)
  const from_id = await occupationItem(tx)
  const whose = { ...partiesOf(billed), ...(await violatorOf(tx, billed, violator)) }
  const bills = periods.map(({ from, to, price }) => ({
    ...{ ...placeOf(billed), ...whose, from: 2 as const, from_id, price },
    ...{ bill_date: today, start_date: textOf(from), end_date: textOf(to) },
  }))
  await makeBills(tx, bills, userId)
  return total
}
