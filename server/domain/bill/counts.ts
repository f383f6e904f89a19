import { sql } from 'kysely'
import withhold from '../../../src/resources/withhold/withhold.ts'
import withholdLine from '../../../src/resources/withhold/withholdLine.ts'
import { defineCount } from '../../calls/defineCount.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { inState } from '../../store/reading/states.ts'
import { howWithheld, whyOverdue } from './rules/whyOverdue.ts'

interface Overdue {
  key: number
  bill_date: string
  days: number
  paid: number
  owed: number
}

interface Debited {
  key: number
  signed: boolean
  result: 'draft' | 'sent' | 'debited' | 'refused' | 'bounced' | null
  day: string | null
  reason: string | null
}

export default [
  defineCount({
    of: 'bill',
    columns: ['reason'],
    tells: [],
    rows: async (db, keys) => {
      const { rows } = await sql<Overdue>`
        select bill_id as key, bill_date, as_of_day() - bill_date as days, paid, price - paid as owed
        from bill where bill_id = any(${keyList(keys)}) and is_void = 0 and paid < price and bill_date < as_of_day()
      `.execute(db)
      return rows.map((bill) => ({ key: bill.key, reason: whyOverdue(bill) }))
    },
  }),
  /** What has become of debiting what is not settled; of a bill in no tenant’s name nothing is said. */
  defineCount({
    of: 'bill',
    columns: ['withheld'],
    tells: ['withhold_line'],
    rows: async (db, keys) => {
      const { rows } = await sql<Debited>`
        select b.bill_id as key, l.withhold = 1 as signed, last.result, last.day, last.reason
        from bill b
        join lessee l on l.custom_id = b.custom_id
        left join lateral (
          select
            case line.result
              when ${inState(withholdLine, 'sent')} then case w.status when ${inState(withhold, 'draft')} then 'draft' else 'sent' end
              when ${inState(withholdLine, 'debited')} then 'debited' when ${inState(withholdLine, 'bounced')} then 'bounced' else 'refused'
            end as result,
            to_timestamp(w.returned_at)::date as day,
            line.reason
          from withhold_line line join withhold w on w.batch_id = line.batch_id
          where line.bill_id = b.bill_id and line.result <> ${inState(withholdLine, 'dropped')} order by line.line_id desc limit 1
        ) last on true
        where b.bill_id = any(${keyList(keys)}) and b.is_void = 0 and b.paid < b.price
      `.execute(db)
      return rows.map(({ key, ...debited }) => ({ key, withheld: howWithheld(debited) }))
    },
  }),
]
