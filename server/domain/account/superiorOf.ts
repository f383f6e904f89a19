import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../store/connection/database.ts'

/**
 * Gives the superior (直属上级) of an account: the nearest above who can be asked (`canAnswer`, a condition on the account `a`: that he is in office, or that
 * somebody stands in for him), and is not the account itself. Null where there is none.
 */
export const superiorOf = async (db: Queryable, userId: number, canAnswer: RawBuilder<unknown>): Promise<number | null> => {
  const { rows } = await sql<{ user_id: number }>`
    with recursive above as (
      select superior_id as user_id, array[user_id] as past from account where user_id = ${userId} and superior_id <> user_id
      union all
      select b.superior_id, past || b.user_id from above join account b on b.user_id = above.user_id
      where b.superior_id <> b.user_id and b.superior_id <> all(past)
    )
    select a.user_id from above join account a on a.user_id = above.user_id
    where ${canAnswer} order by cardinality(past) limit 1
  `.execute(db)
  return rows[0]?.user_id ?? null
}
