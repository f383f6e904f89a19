import { type RawBuilder, sql } from 'kysely'
import contractRent from '../../../src/resources/contract/contractRent.ts'
import contractSplit from '../../../src/resources/contract/contractSplit.ts'
import contractSetting from '../../../src/resources/settings/contract.ts'
import type { Queryable, Tx } from '../../store/connection/database.ts'
import type { Row } from '../../store/connection/rows.ts'
import { readSetting } from '../setting/index.ts'
import { defineTerms, linesOf } from './datedTerms.ts'
import type { DueRule, RentMode, RentTerms } from './rules/rentPlan.ts'
import { addMonths, type Day } from './rules/rentSchedule.ts'
import type { Split } from './rules/splits.ts'

const DAY_MS = 86_400_000

/** Gives a date as the number of days that the rules count by, and back. */
export const dayOf = (date: string): Day => Date.parse(`${date}T00:00:00Z`) / DAY_MS
export const textOf = (day: Day): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** What a dialog says of the terms; what it leaves out is the operator's (合同设置). Amounts in fen. */
export interface AskedTerms {
  start_date: string
  months?: number
  rent: number
  deposit?: number
  mode?: number
  cycle?: number
  first_part?: number
  due_way?: number
  due_days?: number
}

/** The terms as a contract has them. */
export type KeptTerms = Row<
  'contract',
  'start_date' | 'end_date' | 'months' | 'rent' | 'deposit' | 'mode' | 'cycle' | 'first_part' | 'due_way' | 'due_days'
>

/** Gives what a dialog says of the terms with what the operator's settings add to it: the end, the deposit, when rent is paid. */
export const completeTerms = async (tx: Tx, asked: AskedTerms): Promise<KeptTerms> => {
  const setting = await readSetting(tx, contractSetting)
  return {
    start_date: asked.start_date,
    end_date: textOf(addMonths(dayOf(asked.start_date), asked.months ?? setting.term) - 1),
    months: asked.months ?? setting.term,
    rent: asked.rent,
    deposit: asked.deposit ?? asked.rent * setting.deposit_months,
    mode: asked.mode ?? setting.mode,
    cycle: asked.cycle ?? setting.cycle,
    first_part: asked.first_part ?? setting.first_part,
    due_way: asked.due_way ?? setting.due_way,
    due_days: asked.due_days ?? setting.due_days,
  } as KeptTerms
}

/** Gives terms as the rules of rent read them. `steps`: what the rent is from which day on, where it has changed. */
export const rentTerms = (kept: KeptTerms, steps: readonly { from_date: string; rent: number }[] = []): RentTerms => {
  const start = dayOf(kept.start_date)
  const changes = steps.map(({ from_date, rent }) => ({ from: dayOf(from_date), rent })).toSorted((a, b) => a.from - b.from)
  return {
    start,
    end: dayOf(kept.end_date),
    steps: changes.length > 0 ? changes : [{ from: start, rent: kept.rent }],
    mode: (kept.mode ?? 2) as RentMode,
    cycle: kept.cycle ?? 1,
    joinsFirst: kept.first_part === 2,
    due: { way: kept.due_way ?? 2, days: kept.due_days ?? 0 } as DueRule,
  }
}

/** A contract as bills are made of it. */
export type Billed = KeptTerms &
  Row<
    'contract',
    | 'contract_id'
    | 'org_id'
    | 'p_id'
    | 'kind'
    | 'custom_id'
    | 'company_id'
    | 'payment_ratio'
    | 'deposit_payer'
    | 'signed_on'
    | 'status'
    | 'collected_to'
    | 'rule_version'
  > & {
    unit_id: number
    /** Whoever owes it: the tenant's name, or the company's. */
    party_name: string
    /** Whom it was agreed with; where nothing of it is an employer's, whom the tenant works for. */
    employer_id: number | null
    steps: { from_date: string; rent: number }[]
    splits: KeptSplit[]
  }

/** Who beside the tenant bears how much, from a day on. Amounts in fen a month. */
export type KeptSplit = Omit<Split, 'from'> & { from_date: string; company: string | null }

/** Gives the lines as the rules read them; the ratio of the contract (spec.md section 5) is one of the employer's from the beginning. */
export const splitsOf = ({
  kind,
  start_date,
  payment_ratio,
  employer_id,
  splits = [],
}: Pick<Billed, 'kind' | 'start_date' | 'payment_ratio' | 'employer_id'> & { splits?: readonly KeptSplit[] }): Split[] => {
  const dated = splits.map(({ from_date, company: _name, ...line }) => ({ ...line, from: dayOf(from_date) }))
  const rest = kind === 2 ? 0 : 100 - (payment_ratio ?? 100)
  if (rest === 0) return dated
  // After the dated ones: of two from the same day the one that was agreed by itself stands.
  const line = { bearer: 2, company_id: employer_id, way: 1, percent: rest, sum: null, cap: null } as const
  return [...dated, { ...line, from: dayOf(start_date) }]
}

/** What rent is: agreed anew for days that are not paid, while the room is let. */
export const rentSteps = defineTerms(contractRent, ['rent'], { says: 'lets' })

/** Who beside the tenant bears how much of the rent: of each bearer by itself. */
export const splitTerms = defineTerms(contractSplit, ['bearer', 'company_id', 'way', 'percent', 'sum', 'cap'], { by: 'bearer' })

/** Gives what `splitsOf` reads of the lines of a contract (`KeptSplit`). */
export const splitLines = (contract_id: RawBuilder<unknown>): RawBuilder<unknown> =>
  linesOf(splitTerms, contract_id, { company: sql`(select e.name from company e where e.company_id = k.company_id)` })

/** Gives contracts with their rent steps and whoever owes it, in the order of their keys. */
export const readBilled = async (tx: Queryable, keys: readonly number[]): Promise<Billed[]> => {
  const { rows } = await sql<Billed>`
    select c.contract_id, c.org_id, c.p_id, c.kind, c.custom_id, c.company_id, c.payment_ratio, c.deposit_payer, c.signed_on, c.status, c.collected_to, c.rule_version, c.start_date, c.end_date, c.months, c.rent,
      c.deposit, c.mode, c.cycle, c.first_part, c.due_way, c.due_days, o.unit_id, coalesce(l.name, f.name) as party_name, coalesce(c.employer_id, l.company_id) as employer_id,
      ${linesOf(rentSteps, sql.ref('c.contract_id'))} as steps,
      ${splitLines(sql.ref('c.contract_id'))} as splits
    from contract c join org o on o.org_id = c.org_id
    left join lessee l on l.custom_id = c.custom_id
    left join company f on f.company_id = c.company_id
    where c.contract_id = any(${keys}::integer[]) order by c.contract_id
  `.execute(tx)
  return rows
}
