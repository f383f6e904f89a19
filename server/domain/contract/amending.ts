import { CallError } from '../../../src/core/errors.ts'
import type { FormValue } from '../../../src/core/form.ts'
import { MAX_FEN } from '../../../src/protocol/fen.ts'
import type { amendForm } from '../../../src/schemas/contract/amending.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import type { Queryable } from '../../store/connection/database.ts'
import type { Row } from '../../store/connection/rows.ts'
import { holdBills } from '../bill/index.ts'
import { amend, type Costs, checkAmending, costsOf } from './amend.ts'
import { NOTHING_PAID, type PaidDays, paidDaysOf } from './paidPeriods.ts'
import { newRent } from './rules/newRent.ts'

export type AskedAmending = Omit<FormValue<typeof amendForm>, 'reason'>

/** A contract of which the rent is to change. */
export type Amending = Row<'contract', 'contract_id' | 'sn' | 'start_date' | 'end_date' | 'p_id'>

/** Which field a rent comes from that cannot be. */
const FIELDS: Readonly<Record<number, string>> = { 1: 'rent', 2: 'percent', 3: 'more', 4: 'how' }

/** Throws 400 at its field for a rent that is none, or more than any. */
const checkRent = (rent: number | null, how = 1): number => {
  const refuse = (message: string): never => {
    throw new CallError(400, message, { field: FIELDS[how] ?? 'rent' })
  }
  if (rent === null) return refuse('房间没有登记标准月租金：请先在房源列表里“定租”')
  if (rent <= 0) refuse('变更后的月租金须大于0')
  if (rent > MAX_FEN) refuse('变更后的月租金太大')
  return rent
}

/**
 * Gives contracts with what each costs before that day, what from it on as it is, and what it is to cost, in the order in which they are given; null where its room has
 * no standard rent. It is reckoned from what held before the day: asked for a second time it is the same rent, not a second rise. In fen.
 */
export const rentsAsked = async <C extends { contract_id: number }>(
  db: Queryable,
  contracts: readonly C[],
  asked: AskedAmending,
): Promise<(C & Costs & { to: number | null })[]> => {
  const costs = await costsOf(
    db,
    contracts.map(({ contract_id }) => contract_id),
    asked.from_date,
  )
  return contracts.flatMap((contract) => {
    const cost = costs.get(contract.contract_id)
    return cost ? [{ ...contract, ...cost, to: newRent(cost, asked) }] : []
  })
}

/** Throws 400 where a contract cannot cost another rent from that day on. */
export const checkOne = (
  row: Amending & Pick<Costs, 'held'>,
  rent: number | null,
  { from_date, how, paid_periods }: AskedAmending,
  paid: ReadonlyMap<number, PaidDays>,
): void => checkAmending(row, { from_date, rent: checkRent(rent, how), paid_periods }, paid.get(row.contract_id) ?? NOTHING_PAID)

/** Throws 400 as `checkOne` does of the first contract that cannot, by its number where it is one of several. Of several those stay that cost as much already. */
export const checkAll = async ({ tx }: Acting, rows: readonly Amending[], asked: AskedAmending): Promise<void> => {
  const keys = rows.map(({ contract_id }) => contract_id)
  await holdBills(tx, ...keys)
  const paid = await paidDaysOf(tx, keys)
  for (const { to, ...row } of await rentsAsked(tx, rows, asked)) {
    if (rows.length > 1 && to === row.held) continue
    try {
      checkOne(row, to, asked, paid)
    } catch (error) {
      if (!(error instanceof CallError) || rows.length === 1) throw error
      throw new CallError(error.code, `合同 ${row.sn}：${error.message}`, error.data)
    }
  }
}

/** Has contracts cost what is asked of each from a day on; gives how many cost something else. */
export const amendAll = async (
  acting: Acting,
  rows: readonly Amending[],
  asked: AskedAmending & { reason: string },
): Promise<{ count: number }> => {
  const { from_date, reason, paid_periods } = asked
  let count = 0
  for (const { to, ...row } of await rentsAsked(acting.tx, rows, asked)) {
    if (to === null || to === row.held) continue
    await amend(acting, row, { from_date, rent: to, reason, paid_periods })
    count += 1
  }
  return { count }
}
