import { CallError } from '../../../src/core/errors.ts'
import type { RowOf } from '../../../src/core/typed.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { addDays } from '../../../src/protocol/dates.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import type { Preview } from '../../../src/protocol/preview.ts'
import type contract from '../../../src/resources/contract/contract.ts'
import type { Context } from '../../calls/defineCall.ts'
import { scopeOf } from '../../store/reading/filters.ts'
import { readRow } from '../../store/reading/list.ts'
import { checkAmending, paidUntil } from './amend.ts'
import { checkFollowing, renewedTerms } from './following.ts'
import { tenantOfWaitingKnown } from './parties.ts'
import { type PlannedRent, type RentTerms, rentFor, rentPlan } from './rules/rentPlan.ts'
import { checkCap, clockOf, usedBy } from './tenancies.ts'
import { type AskedTerms, completeTerms, dayOf, type KeptTerms, readBilled, rentTerms, textOf } from './terms.ts'

/** What is paid at a time is shown for so many times. */
const SHOWN = 12
/** More paid ahead than this is asked for by no landlord of public housing, and a deposit of more than a month neither (issue: warnings). */
const MONTHS_AHEAD = 3

const yuan = (fen: number): string => `¥${fenToYuan(fen)}`

const payments = (periods: readonly PlannedRent[]): Preview['table'] => ({
  heads: ['应付日', '周期', '应付'],
  rows: periods.slice(0, SHOWN).map(({ due, from, to, price }) => [textOf(due), `${textOf(from)} 至 ${textOf(to)}`, yuan(price)]),
  ...(periods.length > SHOWN ? { more: periods.length - SHOWN } : {}),
})

const warningsOf = ({ cycle, deposit, rent }: KeptTerms): string[] => [
  ...((cycle ?? 1) > MONTHS_AHEAD ? [`一次收 ${cycle} 个月租金，超过 ${MONTHS_AHEAD} 个月`] : []),
  ...(deposit > rent ? ['押金超过一个月租金'] : []),
]

/** What a rule refuses, as a sentence beside what is shown; what else goes wrong is thrown. */
const saidBy = async (rule: () => unknown): Promise<string[]> => {
  try {
    await rule()
    return []
  } catch (error) {
    if (error instanceof CallError) return [error.message]
    throw error
  }
}

const heldRow = async ({ tx, session }: Context, contract_id: number): Promise<RowOf<typeof contract>> => {
  const resource = resourceNamed('contract')
  return (await readRow(tx, resource, contract_id, scopeOf(resource, session), resourceNamed)) as RowOf<typeof contract>
}

const planFacts = (terms: KeptTerms, plan: readonly PlannedRent[], payment_ratio: number): Preview['facts'] => [
  { label: '租期', value: `${terms.start_date} 至 ${terms.end_date}` },
  { label: '押金', value: yuan(terms.deposit) },
  { label: '首次应付', value: plan[0] ? `${textOf(plan[0].due)} ${yuan(plan[0].price)}` : '' },
  { label: '租期合计租金', value: yuan(plan.reduce((sum, { price }) => sum + price, 0)) },
  ...(payment_ratio < 100 ? [{ label: '其中企业承担', value: `${100 - payment_ratio}%` }] : []),
]

interface AskedAll extends AskedTerms {
  contract_id?: number
  wait_id?: number
  custom_id?: number
  payment_ratio?: number
}

/** Gives what the terms come to as they are typed: the end, the deposit, each payment, and how long the household will have rented. */
export const previewTerms = async (context: Context, asked: AskedAll): Promise<Preview> => {
  const { tx } = context
  const row = asked.contract_id === undefined ? null : await heldRow(context, asked.contract_id)
  const terms = await completeTerms(tx, asked)
  const plan = rentPlan(rentTerms(terms))
  const tenant =
    row?.custom_id ?? asked.custom_id ?? (asked.wait_id === undefined ? null : await tenantOfWaitingKnown(context as never, asked.wait_id))
  const clock = tenant === null ? null : await clockOf(tx, tenant, terms.start_date, row?.carried_days ?? 0)
  const said = [...warningsOf(terms), ...(clock ? await saidBy(() => checkCap(clock, terms.start_date, terms.end_date)) : [])]
  return {
    facts: [
      ...planFacts(terms, plan, asked.payment_ratio ?? 100),
      ...(clock ? [{ label: '期满时累计租', value: usedBy(clock, terms.end_date) }] : []),
    ],
    table: payments(plan),
    ...(said.length > 0 ? { said: said.join('；') } : {}),
  }
}

/** Gives what a renewal comes to: its term, what is paid, and what stands in its way. 404 for a contract out of scope. */
export const previewRenewal = async (context: Context, asked: { contract_id: number; rent: number; months?: number }): Promise<Preview> => {
  const row = await heldRow(context, asked.contract_id)
  const terms = await renewedTerms(context, row, asked)
  const plan = rentPlan(rentTerms(terms))
  const clock = await clockOf(context.tx, row.custom_id as number, terms.start_date, row.carried_days ?? 0)
  const said = await saidBy(() => checkFollowing(context as never, row, terms))
  const change = asked.rent - row.rent
  return {
    facts: [
      ...planFacts(terms, plan, row.payment_ratio ?? 100),
      ...(change === 0 ? [] : [{ label: '月租金', value: `${yuan(row.rent)} → ${yuan(asked.rent)}` }]),
      { label: '期满时累计租', value: usedBy(clock, terms.end_date) },
    ],
    table: payments(plan),
    ...(said.length > 0 ? { said: said.join('；') } : {}),
  }
}

const withStep = (terms: RentTerms, from: string, rent: number): RentTerms => ({
  ...terms,
  steps: [
    ...terms.steps.filter((step) => step.from < dayOf(from)),
    { from: dayOf(from), rent },
    ...terms.steps.filter((step) => step.from > dayOf(from)),
  ],
})

/** Gives what another rent from a day on comes to for the rest of the term. 404 for a contract out of scope. */
export const previewAmendment = async (
  context: Context,
  asked: { contract_id: number; from_date: string; rent: number },
): Promise<Preview> => {
  const row = await heldRow(context, asked.contract_id)
  const [billed] = await readBilled(context.tx, [asked.contract_id])
  if (!billed) throw new CallError(404)
  const before = rentTerms(billed, billed.steps)
  const after = withStep(before, asked.from_date, asked.rent)
  const from = dayOf(asked.from_date)
  const said = await saidBy(async () => checkAmending(row, asked, await paidUntil(context.tx, row.contract_id)))
  const [was, is] = [rentFor(before, from, before.end), rentFor(after, from, after.end)]
  return {
    facts: [
      { label: '月租金', value: `${yuan(row.rent)} → ${yuan(asked.rent)}` },
      { label: '其余租期合计', value: `${yuan(was)} → ${yuan(is)}` },
      { label: '从前的租金到', value: addDays(asked.from_date, -1) },
    ],
    table: payments(rentPlan(after).filter(({ to }) => to >= from)),
    ...(said.length > 0 ? { said: said.join('；') } : {}),
  }
}
