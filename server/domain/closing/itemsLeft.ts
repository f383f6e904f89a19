import { sql } from 'kysely'
import type { closeItems } from '../../../src/schemas/closing/closing.ts'
import type { Queryable } from '../../store/connection/database.ts'

/** How many of a kind are left undone, and what they come to, in fen. */
export interface ItemsLeft {
  item: keyof typeof closeItems
  count: number
  price: number | null
}

/** Gives what is still undone in the first month that is not closed, kind by kind, of all projects (domain.md: month-close check). */
export const itemsLeft = async (db: Queryable): Promise<ItemsLeft[]> => {
  const { rows } = await sql<ItemsLeft>`
    select item, count(*)::integer as count, sum(price)::bigint as price from close_item_view group by item order by item
  `.execute(db)
  return rows
}
