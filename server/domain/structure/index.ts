import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../store/connection/database.ts'

/**
 * Gives the accounts that head the departments of an account, one for each post it holds: of the nearest department or centre above that
 * has a head who can be asked (`canAnswer`, a condition on the account `a`: that he is in office, or that somebody stands in for him) and is not
 * the account itself (whoever enters a case does not approve it). None where it holds no post.
 */
export const headsOf = async (db: Queryable, userId: number, canAnswer: RawBuilder<unknown>): Promise<number[]> => {
  const { rows } = await sql<{ head_id: number }>`
    with recursive above as (
      select h.holder_id, s.parent_id as node_id, 1 as steps from post_holder h join structure s on s.node_id = h.node_id where h.user_id = ${userId}
      union all
      select above.holder_id, s.parent_id, above.steps + 1 from above join structure s on s.node_id = above.node_id where s.parent_id is not null
    ),
    nearest as (
      select distinct on (above.holder_id) s.head_id
      from above join structure s on s.node_id = above.node_id join account a on a.user_id = s.head_id
      where s.head_id <> ${userId} and s.retired = 0 and ${canAnswer}
      order by above.holder_id, above.steps
    )
    select distinct head_id from nearest order by head_id
  `.execute(db)
  return rows.map(({ head_id }) => head_id)
}
