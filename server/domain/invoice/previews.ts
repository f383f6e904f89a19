import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import type { Preview } from '../../../src/protocol/preview.ts'
import { taxKinds } from '../../../src/schemas/invoice/words.ts'
import type { Context } from '../../calls/defineCall.ts'
import { inScope } from '../../store/reading/filters.ts'
import { redLinesOf } from './make.ts'
import { settledBy } from './ofFlow.ts'
import { type AskedOf, type Planned, planInvoice } from './plan.ts'

/** So many lines stand in the table; the sums are of all. */
const SHOWN = 50

const yuan = (fen: number): string => `¥${fenToYuan(fen)}`
const sumOf = <T>(all: readonly T[], amount: (one: T) => number): number => all.reduce((sum, one) => sum + amount(one), 0)

const namesOf = (names: readonly (string | null)[]): string => [...new Set(names.map((name) => name ?? '—'))].join('、')

const shownOf = (all: readonly Planned[], lines = all.flatMap((planned) => planned.lines)): Preview => ({
  facts: [
    { label: '抬头', value: namesOf(all.map(({ title }) => title.buyer)) },
    { label: '纳税人识别号', value: namesOf(all.map(({ title }) => title.tax_no)) },
    ...(all.length > 1 ? [{ label: '张数', value: String(all.length) }] : []),
    { label: '价税合计', value: yuan(sumOf(lines, ({ price }) => price)) },
    { label: '税额', value: yuan(sumOf(lines, ({ tax }) => tax)) },
  ],
  table: {
    heads: ['项目', '期间', '征免', '税率', '价税合计', '税额'],
    rows: lines
      .slice(0, SHOWN)
      .map(({ item, month, start_date, end_date, tax_kind, rate, price, tax }) => [
        item,
        month ?? `${start_date} 至 ${end_date}`,
        taxKinds[tax_kind as 1],
        tax_kind === 1 ? `${rate}%` : '—',
        yuan(price),
        yuan(tax),
      ]),
    amounts: 2,
    words: [2],
    ...(lines.length > SHOWN ? { more: lines.length - SHOWN } : {}),
  },
})

/** What cannot be invoiced is said where it would stand. */
const orSaid = (planned: Promise<Planned[]>): Promise<Preview> =>
  planned.then(
    (all) => shownOf(all),
    (error: unknown) => {
      if (error instanceof CallError && error.code !== 404) return { facts: [], said: error.message }
      throw error
    },
  )

/** Gives what an invoice of these bills would be, or why there can be none. */
export const foresee = (
  { tx, session }: Context,
  { bill_id, ids, ...asked }: { bill_id?: number; ids?: readonly number[] } & AskedOf,
): Promise<Preview> =>
  orSaid(planInvoice(tx, ids ?? (bill_id === undefined ? [] : [bill_id]), asked, session.scope).then((planned) => [planned]))

const plansOf = async ({ tx, session }: Context, { flow_id, ...asked }: { flow_id: number } & AskedOf): Promise<Planned[]> => {
  const { parts, ...settled } = await settledBy(tx, flow_id, session.scope)
  const plans: Planned[] = []
  for (const keys of parts) plans.push(await planInvoice(tx, keys, { ...asked, ...settled }, session.scope))
  return plans
}

/** The same of the bills that money has settled: an invoice of each project. */
export const foreseeFlow = (context: Context, asked: { flow_id: number } & AskedOf): Promise<Preview> => orSaid(plansOf(context, asked))

/** Gives the lines of an invoice by their numbers, with what of each can be taken back. 404 for one that is not there in scope. */
export const redLines = async ({ tx, session }: Context, { invoice_id }: { invoice_id: number }): Promise<Preview> => {
  const { rows } = await sql`select from invoice_request where invoice_id = ${invoice_id} and ${inScope(session.scope, 'p_id')}`.execute(tx)
  if (rows.length === 0) throw new CallError(404)
  const lines = await redLinesOf(tx, invoice_id)
  const { rows: named } = await sql<{ item: string; month: string | null; start_date: string; end_date: string }>`
    select item, month, start_date, end_date from invoice_line where invoice_id = ${invoice_id} order by row
  `.execute(tx)
  return {
    facts: [{ label: '可红冲', value: yuan(sumOf(lines, ({ price, back }) => price - back)) }],
    table: {
      heads: ['第几行', '项目', '期间', '价税合计', '可红冲'],
      rows: lines.slice(0, SHOWN).map(({ row, price, back }, place) => {
        const { item = '', month = null, start_date = '', end_date = '' } = named[place] ?? {}
        return [String(row), item, month ?? `${start_date} 至 ${end_date}`, yuan(price), yuan(price - back)]
      }),
      amounts: 2,
      ...(lines.length > SHOWN ? { more: lines.length - SHOWN } : {}),
    },
  }
}
