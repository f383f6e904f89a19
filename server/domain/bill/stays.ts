import { sql } from 'kysely'

/**
 * Whether a bill (b) of a contract (c) is for a stay beyond its term, by whatever item it was charged: what else is charged as a cost is for days of the term, but for the
 * damages of whoever leaves after it.
 */
export const isOfStay = sql<boolean>`(b.type = 1 and b.of_bill is null and b."from" = 2 and b.start_date > coalesce(c.planned_end, c.end_date)
  and not exists (select from surrender g where g.contract_id = c.contract_id and g.charge_id = b.bill_id))`
