import { CallError } from '../../../src/core/errors.ts'
import type { RowOf } from '../../../src/core/typed.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { addDays } from '../../../src/protocol/dates.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import type { Preview } from '../../../src/protocol/preview.ts'
import type contract from '../../../src/resources/contract/contract.ts'
import { parties } from '../../../src/schemas/common.ts'
import type { Context } from '../../calls/defineCall.ts'
import { scopeOf } from '../../store/reading/filters.ts'
import { readRow } from '../../store/reading/list.ts'
import { checkFollowing, renewedTerms } from './following.ts'
import { alteredFacts } from './paidPeriods.ts'
import { householdInQueue } from './parties.ts'
import { type PlannedRent, type RentTerms, rentPlan } from './rules/rentPlan.ts'
import { type Part, partsOf, type Split } from './rules/splits.ts'
import { type AskedSplit, checkSplit, withSplit } from './splitting.ts'
import { checkCap, clockOf, usedBy } from './tenancies.ts'
import { type AskedTerms, completeTerms, dayOf, type KeptTerms, readBilled, rentTerms, splitsOf, textOf } from './terms.ts'

/** What is paid at a time is shown for so many times. */
const SHOWN = 12
/** More paid ahead than this is asked for by no landlord of public housing, and a deposit of more than a month neither (issue: warnings). */
const MONTHS_AHEAD = 3

/** Gives an amount as a preview says it. */
export const yuan = (fen: number): string => `¥${fenToYuan(fen)}`

/** What is paid when, and by whom where it is not the tenant alone. */
export const payments = (periods: readonly PlannedRent[], terms: RentTerms, splits: readonly Split[]): Preview['table'] => {
  const shown = periods.slice(0, SHOWN).map((period) => ({ ...period, parts: partsOf(terms, splits, period.from, period.to) }))
  const others = ([2, 3, 4] as const).filter((party) => shown.some(({ parts }) => parts.some((part) => part.party === party)))
  const shares = others.length === 0 ? [] : ([1, ...others] as const)
  const borne = (parts: readonly Part[], party: number): number =>
    parts.filter((part) => part.party === party).reduce((sum, { fen }) => sum + fen, 0)
  return {
    heads: ['应付日', '周期', '应付', ...shares.map((party) => parties[party])],
    amounts: 1 + shares.length,
    rows: shown.map(({ due, from, to, price, parts }) => [
      ...[textOf(due), `${textOf(from)} 至 ${textOf(to)}`, yuan(price)],
      ...shares.map((party) => yuan(borne(parts, party))),
    ]),
    ...(periods.length > SHOWN ? { more: periods.length - SHOWN } : {}),
  }
}

const warningsOf = ({ cycle, deposit, rent }: KeptTerms): string[] => [
  ...((cycle ?? 1) > MONTHS_AHEAD ? [`一次收 ${cycle} 个月租金，超过 ${MONTHS_AHEAD} 个月`] : []),
  ...(deposit > rent ? ['押金超过一个月租金'] : []),
]

/** What a rule refuses, as a sentence beside what is shown; what else goes wrong is thrown. */
export const saidBy = async (rule: () => unknown): Promise<string[]> => {
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

/** Gives what terms come to, in the words of a preview: `plan` is what is paid of them. */
export const planFacts = (terms: KeptTerms, plan: readonly PlannedRent[]): Preview['facts'] => [
  { label: '租期', value: `${terms.start_date} 至 ${terms.end_date}` },
  { label: '押金', value: yuan(terms.deposit) },
  { label: '首次应付', value: plan[0] ? `${textOf(plan[0].due)} ${yuan(plan[0].price)}` : '' },
  { label: '租期合计租金', value: yuan(plan.reduce((sum, { price }) => sum + price, 0)) },
]

interface AskedAll extends AskedTerms {
  contract_id?: number
  wait_id?: number
  custom_id?: number
  payment_ratio?: number
}

/** Whose household it is that a dialog speaks of; null where it is not known yet. */
const whoseOf = async (
  context: Context,
  row: RowOf<typeof contract> | null,
  { custom_id, wait_id }: AskedAll,
): Promise<Parameters<typeof clockOf>[1] | null> => {
  if (row) return { custom_id: row.custom_id }
  if (custom_id !== undefined) return { custom_id }
  return wait_id === undefined ? null : householdInQueue(context as never, wait_id)
}

/** Gives what the terms come to as they are typed: the end, the deposit, each payment, and how long the household will have rented. */
export const previewTerms = async (context: Context, asked: AskedAll): Promise<Preview> => {
  const { tx } = context
  const row = asked.contract_id === undefined ? null : await heldRow(context, asked.contract_id)
  const [billed] = asked.contract_id === undefined ? [] : await readBilled(tx, [asked.contract_id])
  const terms = await completeTerms(tx, asked)
  const rent = rentTerms(terms)
  const plan = rentPlan(rent)
  const whose = await whoseOf(context, row, asked)
  const clock = whose === null ? null : await clockOf(tx, whose, terms.start_date, row?.carried_days ?? 0)
  const said = [...warningsOf(terms), ...(clock ? await saidBy(() => checkCap(clock, terms.start_date, terms.end_date)) : [])]
  return {
    facts: [...planFacts(terms, plan), ...(clock ? [{ label: '期满时累计租', value: usedBy(clock, terms.end_date) }] : [])],
    table: payments(plan, rent, splitsOf({ kind: 1, employer_id: null, payment_ratio: 100, ...asked, splits: billed?.splits ?? [] })),
    ...(said.length > 0 ? { said: said.join('；') } : {}),
  }
}

/** Gives what a renewal comes to: its term, what is paid, and what stands in its way. 404 for a contract out of scope. */
export const previewRenewal = async (context: Context, asked: { contract_id: number; rent: number; months?: number }): Promise<Preview> => {
  const row = await heldRow(context, asked.contract_id)
  const terms = await renewedTerms(context, row, asked)
  const rent = rentTerms(terms)
  const plan = rentPlan(rent)
  const [billed] = await readBilled(context.tx, [asked.contract_id])
  const clock = await clockOf(context.tx, { custom_id: row.custom_id }, terms.start_date, row.carried_days ?? 0)
  const said = await saidBy(() => checkFollowing(context as never, row, terms))
  const change = asked.rent - row.rent
  return {
    facts: [
      ...planFacts(terms, plan),
      ...(change === 0 ? [] : [{ label: '月租金', value: `${yuan(row.rent)} → ${yuan(asked.rent)}` }]),
      { label: '期满时累计租', value: usedBy(clock, terms.end_date) },
    ],
    table: payments(plan, rent, billed ? splitsOf(billed) : []),
    ...(said.length > 0 ? { said: said.join('；') } : {}),
  }
}

/** Gives who pays what of the rest of the term once somebody else bears a part of it from a day on. 404 for a contract out of scope. */
export const previewSplit = async (context: Context, { contract_id, ...asked }: AskedSplit & { contract_id: number }): Promise<Preview> => {
  await heldRow(context, contract_id)
  const [billed] = await readBilled(context.tx, [contract_id])
  if (!billed) throw new CallError(404)
  const said = await saidBy(() => checkSplit(context.tx, billed, asked))
  const terms = rentTerms(billed, billed.steps)
  const from = dayOf(asked.from_date)
  return {
    facts: [
      { label: '月租金', value: yuan(billed.rent) },
      { label: '从前的约定到', value: addDays(asked.from_date, -1) },
      ...(await alteredFacts(context, { contract_id, ...asked }, billed, withSplit(billed, asked))),
    ],
    table: payments(
      rentPlan(terms).filter(({ to }) => to >= from),
      terms,
      splitsOf(withSplit(billed, asked)),
    ),
    ...(said.length > 0 ? { said: said.join('；') } : {}),
  }
}
