import { sql } from 'kysely'
import { isPlanned } from '../paymentPlan/index.ts'

/** Somebody who bears what is not paid of a bill. In fen. */
export interface Debtor {
  resource: 'lessee' | 'company'
  /** null where the bill names nobody who is registered. */
  record_id: number | null
  name: string
  owed: number
  /** Whether an SMS reaches him. */
  is_reached: boolean
}

/** Whether what is not paid of a bill (`b`) is being paid by a plan, or some of it. */
export const isPlannedBill = sql`exists (select from bill_share s where s.bill_id = b.bill_id and s.paid < s.price and ${isPlanned})`

/**
 * Rows of those who bear what is not paid of a bill (`b`), and in which order (`place`): its tenant, and companies. Of the treasury's part nobody is told, nor of what is
 * being paid by a plan.
 */
export const debtorsOfBill = sql`
  select 'lessee' as resource, l.custom_id as record_id, coalesce(l.name, b.custom_name) as name, s.price - s.paid as owed, l.phone is not null as is_reached,
    s.share_id as place
  from bill_share s left join lessee l on l.custom_id = b.custom_id where s.bill_id = b.bill_id and s.party = 1 and s.paid < s.price and not ${isPlanned}
  union all
  select 'company', c.company_id, c.name, s.price - s.paid, c.phone is not null, s.share_id
  from bill_share s join company c on c.company_id = s.company_id where s.bill_id = b.bill_id and s.party in (2, 4) and s.paid < s.price and not ${isPlanned}`
