import { sql } from 'kysely'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import { bearers } from '../../../src/schemas/contract/splits.ts'
import { type Counted, defineCount } from '../../calls/defineCount.ts'
import { together } from '../../calls/together.ts'
import type { Row } from '../../store/connection/rows.ts'
import { inScope } from '../../store/reading/filters.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { paperHash } from './paperHash.ts'
import { SIGNED_PAPER } from './papers.ts'
import { splitsOn } from './rules/splits.ts'
import { splitWords } from './splitWords.ts'
import { clockOf, usedBy } from './tenancies.ts'
import { dayOf, splitLines, splitsOf, textOf } from './terms.ts'

type Held = { key: number } & Row<'contract', 'custom_id' | 'start_date' | 'end_date' | 'carried_days'>
type Borne = { key: number; today: string } & Parameters<typeof splitsOf>[0]

export default [
  paperHash('contract', SIGNED_PAPER.name),
  /** What is overdue of a contract, and what is due next of it. */
  defineCount({
    of: 'contract',
    columns: ['owed', 'days_late', 'next_due'],
    tells: ['bill'],
    rows: async (db, keys, scope) => {
      const { rows } = await sql<Counted & { owed: number; days_late: number | null; day: string | null; price: number | null }>`
        select k.key, d.owed, as_of_day() - d.since as days_late, n.day, n.price
        from unnest(${keyList(keys)}) k (key)
        cross join lateral (
          select coalesce(sum(b.price - b.paid), 0)::bigint as owed, min(b.bill_date) as since from bill b
          where b.contract_id = k.key and b.is_void = 0 and b.paid < b.price and b.bill_date < as_of_day() and ${inScope(scope, 'b.p_id')}
        ) d
        left join lateral (
          select b.bill_date as day, sum(b.price - b.paid)::bigint as price from bill b
          where b.contract_id = k.key and b.is_void = 0 and b.paid < b.price and b.bill_date >= as_of_day() and ${inScope(scope, 'b.p_id')}
          group by b.bill_date order by b.bill_date limit 1
        ) n on true
      `.execute(db)
      return rows.map(({ key, owed, days_late, day, price }) => ({
        key,
        owed,
        days_late,
        next_due: day === null ? null : `${day} ¥${fenToYuan(price ?? 0)}`,
      }))
    },
  }),
  /** Who beside the tenant bears how much of the rent on the day. */
  defineCount({
    of: 'contract',
    columns: ['bearing'],
    tells: ['contract_split'],
    rows: async (db, keys) => {
      const { rows } = await sql<Borne>`
        select c.contract_id as key, c.kind, c.start_date, c.payment_ratio, l.company_id as employer_id, ${splitLines(sql.ref('c.contract_id'))} as splits,
          as_of_day() as today
        from contract c left join lessee l on l.custom_id = c.custom_id where c.contract_id = any(${keyList(keys)})
      `.execute(db)
      return rows.map(({ key, today, ...borne }) => ({
        key,
        bearing:
          splitsOn(splitsOf(borne), dayOf(today))
            .map((line) => `${bearers[line.bearer]}${splitWords(line, '租客')}`)
            .join('，') || null,
      }))
    },
  }),
  /** How much of its cap the household of a tenant's contract will have used when the term ends, and when it will have used it up. */
  defineCount({
    of: 'contract',
    columns: ['tenancy', 'cap_day'],
    tells: [],
    rows: async (db, keys) => {
      const { rows } = await sql<Held>`
        select contract_id as key, custom_id, start_date, end_date, carried_days from contract
        where contract_id = any(${keyList(keys)}) and kind = 1 and custom_id is not null
      `.execute(db)
      return together(
        rows.map(async ({ key, custom_id, start_date, end_date, carried_days }) => {
          const clock = await clockOf(db, { custom_id }, start_date, carried_days ?? 0)
          const { cap } = clock
          const whole = Math.round(cap / 12) * 12 === cap ? `${cap / 12} 年` : `${cap} 个月`
          return { key, tenancy: `期满时 ${usedBy(clock, end_date)}，上限 ${whole}`, cap_day: textOf(clock.last) }
        }),
      )
    },
  }),
]
