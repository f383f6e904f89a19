import { sql } from 'kysely'
import type { closeItems } from '../../../src/schemas/closing/closing.ts'
import type { Queryable, Tx } from '../../store/connection/database.ts'

/** How many of a kind are left undone, and what they come to, in fen. */
export interface ItemsLeft {
  item: keyof typeof closeItems
  count: number
  price: number | null
}

/** Gives what is still undone now by the end of a month, `YYYY-MM`, that is closed with those before it, kind by kind, of all projects (domain.md: month-close check). */
export const itemsLeft = async (db: Queryable, month: string): Promise<ItemsLeft[]> => {
  const { rows } = await sql<ItemsLeft>`
    select item, count(*)::integer as count, sum(price)::bigint as price
    from close_due((to_date(${month}, 'YYYY-MM') + interval '1 month')::date - 1) group by item order by item
  `.execute(db)
  return rows
}

/**
 * Finds anew what is still undone in the first month that is not closed, and keeps it in place of what was found before (close_item); gives how many. Nobody closes a month
 * by what is kept: that is asked of `itemsLeft`.
 */
export const keepItems = async (tx: Tx): Promise<number> => {
  // Two at once would each keep what they found.
  await sql`select pg_advisory_xact_lock(826109)`.execute(tx)
  await sql`delete from close_item`.execute(tx)
  const { numAffectedRows } = await sql`
    insert into close_item (item, day, resource, record_id, says, price, p_id) select item, day, resource, record_id, says, price, p_id from close_due_view order by day, item, record_id
  `.execute(tx)
  return Number(numAffectedRows ?? 0)
}
