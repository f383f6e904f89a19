import { groupBy } from 'es-toolkit'
import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import dunningSetting from '../../../src/resources/settings/dunning.ts'
import { addPapers } from '../../prints/addPapers.ts'
import type { PrintContent, PrintSource } from '../../prints/definePrint.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inScope, type Scope } from '../../store/reading/filters.ts'
import { readSetting } from '../setting/index.ts'
import { operatorName } from '../system/index.ts'
import { type Debtor, debtorsOfBill, isPlannedBill } from './debtors.ts'
import { letterParts, type Owing, sumOf } from './letter.ts'

/** By which print the letters are drawn. */
export const PAPER = 'demand_paper'

/** What one debtor bears of one bill. */
interface Part extends Owing, Omit<Debtor, 'is_reached'> {
  bill_id: number
  p_id: number
  day: string
}

/** A letter as it is to be: of one debtor, in one project. */
interface Letter {
  n: number
  day: string
  custom_name: string
  custom_id: number | null
  company_id: number | null
  p_id: number
  bill_ids: number[]
  owed: number
  days_late: number
  values: PrintContent['values']
}

const partsOf = async (tx: Tx, keys: readonly number[], scope: Scope): Promise<Part[]> => {
  const { rows } = await sql<Part>`
    select b.bill_id, b.p_id, b.sn, coalesce(concat_ws(' ', o.region_name, o.unit_floor), '') as room, coalesce(b.item, '') as item, b.start_date, b.end_date, b.bill_date,
      current_date - b.bill_date as days_late, current_date as day, d.resource, d.record_id, d.name, d.owed
    from unnest(${keys}::integer[]) with ordinality as asked (key, asked_place) join bill_view b on b.bill_id = asked.key left join org o on o.org_id = b.org_id
    cross join lateral (${debtorsOfBill}) d
    where b.is_void = 0 and b.bill_date < current_date and ${inScope(scope, 'b.p_id')} order by asked.asked_place, d.place
  `.execute(tx)
  return rows
}

/** The numbers of those bills that are being paid by a plan. */
const plannedSns = async (tx: Tx, keys: readonly number[]): Promise<string[]> => {
  const { rows } = await sql<{ sn: string }>`
    select b.sn from bill b where b.bill_id = any(${keys}::integer[]) and ${isPlannedBill} order by b.bill_id
  `.execute(tx)
  return rows.map(({ sn }) => sn)
}

const letterOf = (parts: readonly Part[], n: number, text: string, operator: string): Letter => {
  const { day, name, resource, record_id, p_id } = parts[0] as Part
  const owing = parts.toSorted((one, other) => one.bill_date.localeCompare(other.bill_date) || one.bill_id - other.bill_id)
  return {
    ...{ n, day, custom_name: name, p_id },
    ...{ custom_id: resource === 'lessee' ? record_id : null, company_id: resource === 'company' ? record_id : null },
    bill_ids: [...new Set(owing.map(({ bill_id }) => bill_id))],
    owed: sumOf(owing),
    days_late: Math.max(...owing.map(({ days_late }) => days_late)),
    values: { heading: '催缴函', paper: 'a4', landscape: false, parts: letterParts(text, name, operator, owing) },
  }
}

/** Those of today that say the same already, by place. */
const written = async (tx: Tx, letters: readonly Letter[]): Promise<Map<number, number>> => {
  const { rows } = await sql<{ n: number; demand_id: number }>`
    select g.n, max(d.demand_id) as demand_id
    from jsonb_to_recordset(${JSON.stringify(letters)}::jsonb) as g (n integer, day date, custom_id integer, company_id integer, p_id integer, bill_ids integer[], values jsonb)
    join demand d on d.day = g.day and d.p_id = g.p_id and d.bill_ids = g.bill_ids
      and (d.custom_id, d.company_id) is not distinct from (g.custom_id, g.company_id)
    join print p on p.name = ${PAPER} and p.record_id = d.demand_id and p.content -> 'values' = g.values
    group by g.n
  `.execute(tx)
  return new Map(rows.map(({ n, demand_id }) => [n, demand_id]))
}

/**
 * Gives the letters of overdue bills, one for each who bears any of them in each project: those that were written today and say the same, or new ones with the next numbers, which
 * say for ever what they say now. Throws 409 where nobody but the treasury owes of one, or it is being paid by a plan.
 */
export const demandsOf = async ({ tx, reader }: PrintSource, keys: readonly number[]): Promise<number[]> => {
  const parts = await partsOf(tx, keys, reader.scope)
  const told = new Set(parts.map(({ bill_id }) => bill_id))
  const untold = keys.filter((key) => !told.has(key))
  if (untold.length > 0) {
    const planned = await plannedSns(tx, untold)
    if (planned[0]) throw new CallError(409, `有 ${planned.length} 张在还款计划中，不催缴（${planned[0]}）`)
    throw new CallError(409, `有 ${untold.length} 张账单未付的由财政承担，不写催缴函`)
  }
  // Of two who print the same bills at once the second finds the first one's letters.
  await sql`select pg_advisory_xact_lock(hashtextextended(${PAPER}, 826104))`.execute(tx)
  const { letter_text } = await readSetting(tx, dunningSetting)
  const operator = await operatorName(tx)
  const groups = groupBy(parts, ({ resource, record_id, bill_id, p_id }) => [resource, record_id ?? `bill ${bill_id}`, p_id].join(' '))
  const letters = Object.values(groups).map((own, n) => letterOf(own, n, letter_text, operator))
  const had = await written(tx, letters)
  const anew = letters.filter(({ n }) => !had.has(n))
  const rows = anew.map(({ n: _, values: __, ...letter }) => letter)
  const made = await addPapers(tx, PAPER, rows, () => anew.map(({ values }) => ({ values })), reader.userId)
  return letters.map(({ n }) => had.get(n) ?? made[anew.findIndex((letter) => letter.n === n)]?.key ?? 0)
}
