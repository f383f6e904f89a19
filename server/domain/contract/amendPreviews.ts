import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { addDays } from '../../../src/protocol/dates.ts'
import type { Preview } from '../../../src/protocol/preview.ts'
import type { Context } from '../../calls/defineCall.ts'
import { inScope } from '../../store/reading/filters.ts'
import { keyList } from '../../store/reading/keyList.ts'
import type { Costs } from './amend.ts'
import { type Amending, type AskedAmending, checkOne, rentsAsked } from './amending.ts'
import { alteredFacts, paidDaysOf } from './paidPeriods.ts'
import { payments, saidBy, yuan } from './previews.ts'
import { rentFor, rentPlan } from './rules/rentPlan.ts'
import { type Billed, dayOf, readBilled, rentTerms, splitsOf } from './terms.ts'

/** The rents of a contract by the days from which they hold, with another one among them. */
const withStep = (
  { start_date, rent: first, steps }: Billed,
  { from_date, rent }: { from_date: string; rent: number },
): Billed['steps'] => [
  ...(steps.length > 0 ? steps : [{ from_date: start_date, rent: first }]).filter((step) => step.from_date !== from_date),
  { from_date, rent },
]

/** A contract with what it costs and is to cost; null where its room has no standard rent. */
type Asked = Amending & Pick<Costs, 'rent' | 'held'> & { custom_name: string; to: number | null }

/** Those of the contracts that are in scope. 404 where one is not. */
const asked = async ({ tx, session }: Context, keys: readonly number[], amending: AskedAmending): Promise<Asked[]> => {
  const { rows } = await sql<Omit<Asked, 'rent' | 'held' | 'to'>>`
    select contract_id, sn, custom_name, start_date, end_date, p_id from contract_view
    where contract_id = any(${keyList(keys)}) and ${inScope(session.scope, 'p_id')} order by contract_id
  `.execute(tx)
  if (rows.length < new Set(keys).size || rows.length === 0) throw new CallError(404)
  return rentsAsked(tx, rows, amending)
}

/** What another rent of one contract comes to for the rest of its term. */
const ofOne = async (context: Context, row: Asked, amending: AskedAmending): Promise<Preview> => {
  const { contract_id, rent, held, to } = row
  const { from_date } = amending
  const paid = await paidDaysOf(context.tx, [contract_id])
  const said = await saidBy(() => checkOne(row, to, amending, paid))
  const [billed] = await readBilled(context.tx, [contract_id])
  if (!billed) throw new CallError(404)
  const tells = said.length > 0 ? { said: said.join('；') } : {}
  if (to === null || to <= 0) return { facts: [{ label: '月租金', value: yuan(rent) }], ...tells }
  const corrects = billed.steps.some((step) => step.from_date === from_date)
  const steps = withStep(billed, { from_date, rent: to })
  const [before, after] = [rentTerms(billed, billed.steps), rentTerms(billed, steps)]
  const from = dayOf(from_date)
  const [was, is] = [rentFor(before, from, before.end), rentFor(after, from, after.end)]
  const plan = rentPlan(after).filter(({ to: last }) => last >= from)
  return {
    facts: [
      { label: '月租金', value: `${yuan(rent)} → ${yuan(to)}` },
      ...(corrects ? [{ label: '更正这一天的', value: yuan(held) }] : []),
      { label: '其余租期合计', value: `${yuan(was)} → ${yuan(is)}` },
      { label: '从前的租金到', value: addDays(from_date, -1) },
      ...(await alteredFacts(context, { ...amending, contract_id }, billed, { ...billed, steps })),
    ],
    table: payments(plan, after, splitsOf(billed)),
    ...tells,
  }
}

/** So many contracts stand in the table; the sums are of all. */
const SHOWN = 50

const firstRefused = async (context: Context, rows: readonly Asked[], amending: AskedAmending): Promise<string[]> => {
  const paid = await paidDaysOf(
    context.tx,
    rows.map(({ contract_id }) => contract_id),
  )
  for (const { to, ...row } of rows) {
    const said = to === row.held ? [] : await saidBy(() => checkOne(row, to, amending, paid))
    if (said.length > 0) return [`合同 ${row.sn}：${said.join('；')}`]
  }
  return []
}

/** What another rent of several contracts comes to: what each costs then, and the sums. */
const ofMany = async (context: Context, rows: readonly Asked[], amending: AskedAmending): Promise<Preview> => {
  const sum = (rent: (row: Asked) => number): number => rows.reduce((all, row) => all + rent(row), 0)
  const [said] = await firstRefused(context, rows, amending)
  return {
    facts: [
      { label: '合同', value: `${rows.length}` },
      { label: '租金变的', value: `${rows.filter(({ to, held }) => to !== null && to !== held).length}` },
      { label: '月租金合计', value: `${yuan(sum(({ rent }) => rent))} → ${yuan(sum(({ to, rent }) => to ?? rent))}` },
    ],
    table: {
      heads: ['合同号', '承租方', '现月租金', '新月租金', '差额'],
      amounts: 3,
      rows: rows
        .slice(0, SHOWN)
        .map(({ sn, custom_name, rent, to }) => [
          sn ?? '',
          custom_name,
          yuan(rent),
          to === null ? '' : yuan(to),
          to === null ? '' : yuan(to - rent),
        ]),
      ...(rows.length > SHOWN ? { more: rows.length - SHOWN } : {}),
    },
    ...(said ? { said } : {}),
  }
}

/**
 * Gives what another rent from a day on comes to: of one contract for the rest of its term; of several what each costs then, the sums, and the first that cannot.
 * 404 where one is out of scope.
 */
export const previewAmendment = async (
  context: Context,
  { contract_id, ids = [], ...amending }: AskedAmending & { contract_id?: number; ids?: readonly number[] },
): Promise<Preview> => {
  const rows = await asked(context, contract_id === undefined ? ids : [contract_id], amending)
  const [only] = rows
  return only && rows.length === 1 ? ofOne(context, only, amending) : ofMany(context, rows, amending)
}
