import { type RawBuilder, sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { codeOf } from '../../../src/core/states.ts'
import { addDays, dateOf } from '../../../src/protocol/dates.ts'
import contract from '../../../src/resources/contract/contract.ts'
import paymentPlan from '../../../src/resources/paymentPlan/paymentPlan.ts'
import contractSetting from '../../../src/resources/settings/contract.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import type { Queryable, Tx } from '../../store/connection/database.ts'
import type { Row } from '../../store/connection/rows.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { inState } from '../../store/reading/states.ts'
import { holdBills, isWithBank, makeBills, type NewBill, voidUnpaid } from '../bill/index.ts'
import { readSetting } from '../setting/index.ts'
import { billedUntil, rentBillsOf } from './contractBills.ts'
import { agree, holding } from './datedTerms.ts'
import { ADJUSTED, adjustPaid, type PaidDays, paidDays, whyPaid } from './paidPeriods.ts'
import { readBilled, rentSteps } from './terms.ts'

/** A contract whose rent changes; `rent`: what it costs the day before. */
interface Amended {
  contract_id: number
  start_date: string
  rent: number
  p_id: number | null
}

/** Rents about a contract, in fen a month; those of its room are null where none is registered. */
export interface Costs {
  /** What it costs the day before the one that is asked of. */
  rent: number
  /** What it costs from that day on as it is: something else where one that would be corrected begins then. */
  held: number
  standard: number | null
  market: number | null
}

/** Gives by contract what it costs the day before a day and from it on, with what its room costs. */
export const costsOf = async (db: Queryable, keys: readonly number[], from_date: string): Promise<Map<number, Costs>> => {
  const on = (day: RawBuilder<unknown>) => sql`cross join lateral ${holding(rentSteps, day)}`
  const { rows } = await sql<Costs & { contract_id: number }>`
    select c.contract_id, b.rent, h.rent as held, o.standard_rent as standard, o.market_rent as market
    from contract c join org o on o.org_id = c.org_id ${on(sql`${from_date}::date - 1`)} b ${on(sql`${from_date}::date`)} h
    where c.contract_id = any(${keyList(keys)})
  `.execute(db)
  return new Map(rows.map(({ contract_id, ...costs }) => [contract_id, costs]))
}

/** A rent from a day on. */
interface Step {
  from_date: string
  rent: number
  reason: string
  paid_periods?: number | undefined
}

/** Throws 400 where another rent cannot begin on a day, or is none. */
export const checkAmending = (
  contract: { start_date: string; end_date: string; held: number },
  { from_date, rent, paid_periods }: Omit<Step, 'reason'>,
  paid: PaidDays,
): void => {
  const { start_date, end_date } = contract
  const refuse = (message: string): never => {
    throw new CallError(400, message, { field: 'from_date' })
  }
  if (from_date <= start_date || from_date > end_date) refuse(`须在租期之内：${addDays(start_date, 1)} 至 ${end_date}`)
  const why = whyPaid(from_date, paid, paid_periods)
  if (why !== null) refuse(why)
  if (rent === contract.held) throw new CallError(400, '与现在的月租金相同', { field: 'rent' })
}

/** The plan, if any, by which a rent bill `b` is paid that would be made anew, and whether what was reduced, written off or made another's of it stands. */
const inPlan = sql`left join plan_share x on x.bill_id = b.bill_id and x.is_open = 1
  left join payment_plan p on p.plan_id = x.plan_id and p.status = ${inState(paymentPlan, 'active')}`
const isAdjusted = sql<boolean>`exists (select from bill_adjust a where a.bill_id = b.bill_id and a.kind in (3, 4, 5, 6, 10) group by a.share_id having sum(a.price) <> 0)`

/**
 * Throws 409 where a bill that would be made anew is paid by a plan, for what was agreed is of the bills as they are; was adjusted, for the new one would not be; or is with
 * the bank, whose money would be of a bill that is void.
 */
const checkAnew = async (tx: Tx, contract_id: number, since: string): Promise<void> => {
  const { rows } = await sql<{ sn: string; plan: string | null; sent: boolean }>`
    select b.sn, p.number as plan, ${isWithBank('b')} as sent from bill b ${inPlan}
    where b.contract_id = ${contract_id} and b."from" = 1 and b.type = 1 and b.is_void = 0 and b.paid = 0 and b.of_bill is null and b.end_date >= ${since}::date
      and (p.plan_id is not null or ${isWithBank('b')} or ${isAdjusted})
    order by b.bill_id limit 1
  `.execute(tx)
  const [kept] = rows
  if (!kept) return
  const { sn, plan, sent } = kept
  if (sent) throw new CallError(409, `账单 ${sn} 在代扣批次里，要按新的约定重开：回盘以后再办`)
  throw new CallError(
    409,
    plan === null
      ? `账单 ${sn} 减免过、核销过坏账或改过付款方，按新的约定重开就没有了：请先撤销，改好以后再办`
      : `账单 ${sn} 在还款计划 ${plan} 中，要按新的约定重开：请先取消计划，改好以后重拟`,
  )
}

/** Gives whose the bills are that would be made anew, by the days on which their periods begin: of another main tenant's days his, whoever is it now. */
const whoseBills = async (
  tx: Tx,
  contract_id: number,
  since: string,
): Promise<ReadonlyMap<string, Pick<NewBill, 'custom_id' | 'custom_name'>>> => {
  const { rows } = await sql<Pick<NewBill, 'start_date' | 'custom_id' | 'custom_name'>>`
    select start_date, custom_id, custom_name from bill
    where contract_id = ${contract_id} and "from" = 1 and type = 1 and is_void = 0 and paid = 0 and of_bill is null and end_date >= ${since}::date
  `.execute(tx)
  return new Map(rows.map(({ start_date, ...whose }) => [start_date, whose]))
}

/** Makes the rent bills of a contract whose periods end on or after a day, as far ahead as bills are made, each as it is given back; none for null. */
const billFrom = async (
  { tx, session, now }: Acting,
  contract_id: number,
  since: string,
  as: (bill: NewBill) => NewBill | null,
): Promise<void> => {
  const { ahead } = await readSetting(tx, contractSetting)
  const today = dateOf(now)
  for (const billed of await readBilled(tx, [contract_id])) {
    const bills = rentBillsOf(billed, billedUntil(today, ahead, billed.start_date), since)
    await makeBills(
      tx,
      bills.flatMap((bill) => as(bill) ?? []),
      session.userId,
    )
  }
}

/**
 * Voids the unpaid rent bills of a contract whose periods end on or after a day, and makes them anew by what it says now; what was billed of their late fees counts for the
 * new ones. Throws 409 where one is paid by a plan, was adjusted, or is with the bank.
 */
export const billAnew = async (acting: Acting, contract_id: number, since: string): Promise<void> => {
  const { tx } = acting
  await checkAnew(tx, contract_id, since)
  const whose = await whoseBills(tx, contract_id, since)
  await voidUnpaid(tx, contract_id, { from: 1, since })
  await billFrom(acting, contract_id, since, (bill) => ({ ...bill, ...whose.get(bill.start_date) }))
  await sql`select late_fees_carry(${contract_id}::integer)`.execute(tx)
}

/**
 * Makes the unpaid rent bills of a contract anew whose periods have not begun: they are whoever's it is now, its main tenant's, and no longer the former one's. What was agreed
 * of a bill as it is (a plan, a reduction), and what is with the bank, stays.
 */
export const billHeir = async (acting: Acting, contract_id: number): Promise<void> => {
  const { tx, now } = acting
  const today = dateOf(now)
  const { numAffectedRows = 0n } = await sql`
    update bill set is_void = 1, version = version + 1, updated_at = epoch_now() where bill_id in (
      select b.bill_id from bill b ${inPlan}
      where b.contract_id = ${contract_id} and b."from" = 1 and b.type = 1 and b.is_void = 0 and b.paid = 0 and b.of_bill is null and b.start_date > ${today}::date
        and p.plan_id is null and not ${isWithBank('b')} and not ${isAdjusted}
    )
  `.execute(tx)
  if (numAffectedRows > 0n) await billFrom(acting, contract_id, addDays(today, 1), (bill) => (bill.start_date > today ? bill : null))
}

/**
 * Has a contract cost another rent from a day on: the step is added, unpaid bills of periods that reach it are voided and made anew by the new
 * rent; those on which something is paid come to what they would be, where that is asked. `contract.rent` is what it costs today.
 */
export const amend = async (acting: Acting, row: Amended, { paid_periods, ...step }: Step): Promise<void> => {
  const { contract_id } = row
  const [before] = await readBilled(acting.tx, [contract_id])
  await agree(acting, rentSteps, row, step)
  await billAnew(acting, contract_id, step.from_date)
  if (before && paid_periods === ADJUSTED) await adjustPaid(acting, before, step.from_date, `变更租金：${step.reason}`.slice(0, 200))
}

/**
 * Has a contract cost the market rent of its room from a day on, as any other rent is agreed (domain.md: a change never rewrites paid periods). Throws 409
 * for a contract that is not in force, or whose room has no market rent; 400 for a day that it cannot begin on, or where it costs that already.
 */
export const atMarketRent = async (
  acting: Acting,
  contract_id: number,
  { from_date, reason }: Pick<Step, 'from_date' | 'reason'>,
): Promise<void> => {
  const { tx } = acting
  const { rows } = await sql<Row<'contract', 'contract_id' | 'start_date' | 'end_date' | 'p_id' | 'status'>>`
    select contract_id, start_date, end_date, p_id, status from contract where contract_id = ${contract_id} for no key update
  `.execute(tx)
  const [row] = rows
  if (row?.status !== codeOf(contract, 'inForce')) throw new CallError(409, '合同已不在履行中')
  const costs = (await costsOf(tx, [contract_id], from_date)).get(contract_id)
  if (costs?.market == null) throw new CallError(409, '房间没有登记市场月租金：请先在房源列表里用“定租”填写', { field: 'outcome' })
  const step = { from_date, rent: costs.market, reason }
  await holdBills(tx, contract_id)
  checkAmending({ ...row, ...costs }, step, await paidDays(tx, contract_id))
  await amend(acting, { ...row, ...costs }, step)
}
