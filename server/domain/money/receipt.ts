import { sql } from 'kysely'

/** A new receipt number as SQL: SJ, the day, and six digits that never repeat. */
export const newReceipt = sql<string>`'SJ' || to_char(current_date, 'YYYYMMDD') || lpad(nextval('flow_sn')::text, 6, '0')`
