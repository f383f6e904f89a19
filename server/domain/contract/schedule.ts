import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { codesOf } from '../../../src/core/states.ts'
import type { RowOf } from '../../../src/core/typed.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import type { Preview } from '../../../src/protocol/preview.ts'
import contract from '../../../src/resources/contract/contract.ts'
import { billStates } from '../../../src/schemas/common.ts'
import { readableAmong } from '../../calls/counts.ts'
import type { Context } from '../../calls/defineCall.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { inScope, type Scope, scopeOf } from '../../store/reading/filters.ts'
import { readRow } from '../../store/reading/list.ts'
import { type BilledRent, type BillingRow, billingOf, type Days } from './rules/billing.ts'
import { rentPlan } from './rules/rentPlan.ts'
import { dayOf, readBilled, rentTerms, textOf } from './terms.ts'

type Standing = BilledRent & { state: number }
type Line = BillingRow<Standing>
type Held = RowOf<typeof contract>

const OPEN = codesOf(contract, 'open')
const SIGNED = codesOf(contract, 'hasLet')

const yuan = (fen: number): string => `¥${fenToYuan(fen)}`
const sumOf = (lines: readonly Line[], amount: (line: Line) => number): number => lines.reduce((sum, line) => sum + amount(line), 0)

/** The bills of a contract's rent that stand, of projects that the caller sees. */
const rentBilled = async (db: Queryable, contract_id: number, scope: Scope): Promise<Standing[]> => {
  const { rows } = await sql<{ start_date: string; end_date: string; bill_date: string; price: number; paid: number; state: number }>`
    select b.start_date, b.end_date, b.bill_date, b.price, b.paid, b.state from bill_view b
    where b.contract_id = ${contract_id} and b."from" = 1 and b.is_void = 0 and ${inScope(scope, 'b.p_id')}
  `.execute(db)
  return rows.map(({ start_date, end_date, bill_date, ...rest }) => ({
    ...rest,
    ...{ from: dayOf(start_date), to: dayOf(end_date), due: dayOf(bill_date) },
  }))
}

/** The days of a contract's rent whose bills somebody voided on purpose: they are not billed again by themselves. */
const rentVoided = async (db: Queryable, contract_id: number, scope: Scope): Promise<Days[]> => {
  const { rows } = await sql<{ start_date: string; end_date: string }>`
    select start_date, end_date from bill where contract_id = ${contract_id} and "from" = 1 and void_why is not null and ${inScope(scope, 'p_id')}
  `.execute(db)
  return rows.map(({ start_date, end_date }) => ({ from: dayOf(start_date), to: dayOf(end_date) }))
}

/** From which day on a contract is billed: all of it when it is signed, then by the nightly job (`billRent`) from the end of its last bill on. What ends before was collected elsewhere, or is of before the contract was known here. */
const billedSince = ({ collected_to, signed_on, status }: Held, billed: readonly Pick<Days, 'to'>[], now: number): number => {
  if (!SIGNED.includes(status)) return 0
  const last = Math.max(...billed.map(({ to }) => to), collected_to === null ? 0 : dayOf(collected_to))
  return last > 0 ? last + 1 : dayOf(signed_on ?? dateOf(now))
}

/** Gives what is told of days that no bill is for. */
const unbilledWord = (row: Held, since: number, { from, to }: Line, voided: readonly Days[]): string => {
  if (voided.some((days) => days.from <= from && to <= days.to)) return '已作废，不再开单'
  if (row.collected_to !== null && to <= dayOf(row.collected_to)) return '别处已收'
  if (to < since) return '未在此开单'
  return OPEN.includes(row.status) ? '待开单' : '不再开单'
}

/**
 * Gives the periods of a contract, those that are billed and those that will be: when each is due, how much it is, what is paid of it and what is left, and the
 * sums. Whoever may not read bills sees the plan alone. 404 for a contract out of scope.
 */
export const scheduleOf = async (context: Context, { contract_id }: { contract_id: number }): Promise<Preview> => {
  const { tx, session, now } = context
  const resource = resourceNamed('contract')
  const row = (await readRow(tx, resource, contract_id, scopeOf(resource, session), resourceNamed)) as Held
  const [billed] = await readBilled(tx, [contract_id])
  if (!billed) throw new CallError(404)
  const terms = rentTerms(billed, billed.steps)
  const plan = rentPlan(terms)
  const whole = { label: '租期合计租金', value: yuan(plan.reduce((sum, { price }) => sum + price, 0)) }
  const bill = resourceNamed('bill')
  const mayRead = await readableAmong(context, [bill])
  if (!mayRead(bill))
    return {
      facts: [whole],
      table: {
        heads: ['应付日', '周期', '应付'],
        rows: plan.map(({ due, from, to, price }) => [textOf(due), `${textOf(from)} 至 ${textOf(to)}`, yuan(price)]),
      },
    }
  const lines = billingOf(terms, plan, await rentBilled(tx, contract_id, session.scope))
  const voided = await rentVoided(tx, contract_id, session.scope)
  const since = billedSince(row, [...lines.flatMap(({ bill: made }) => made ?? []), ...voided], now)
  const told = lines.map((line) => ({
    ...line,
    word: line.bill ? billStates[line.bill.state as 1] : unbilledWord(row, since, line, voided),
  }))
  const [made, coming] = [lines.filter((line) => line.bill), told.filter(({ word }) => word === '待开单')]
  const paid = sumOf(made, (line) => line.bill?.paid ?? 0)
  const price = sumOf(made, ({ rent }) => rent)
  return {
    facts: [
      whole,
      { label: '已开单', value: yuan(price) },
      { label: '已付', value: yuan(paid) },
      { label: '未付', value: yuan(price - paid) },
      { label: '待开单', value: yuan(sumOf(coming, ({ rent }) => rent)) },
    ],
    table: {
      heads: ['应付日', '周期', '账单', '应付', '已付', '未付'],
      words: [2],
      amounts: 3,
      rows: told.map(({ due, from, to, rent, bill: made, word }) => [
        ...[textOf(due), `${textOf(from)} 至 ${textOf(to)}`, word, yuan(rent)],
        ...(made ? [yuan(made.paid), yuan(made.price - made.paid)] : ['', '']),
      ]),
    },
  }
}
