import { sql } from 'kysely'
import type { Queryable } from '../../store/connection/database.ts'

/** How often something may be tried. All nodes count together. */
export interface Limit {
  tries: number
  seconds: number
}

/** Wrong codes from one address in the window, after which it waits. */
export const WRONG_LINKS: Limit = { tries: 20, seconds: 900 }

/** Gives for how many seconds whoever has tried as often as the limit says has to wait; 0 where there is no need to. */
export const waitOf = async (db: Queryable, key: string, { tries, seconds }: Limit): Promise<number> => {
  const { rows } = await sql<{ left: number }>`
    select at + ${seconds}::bigint - epoch_now() as left from login_failure
    where key = ${key} and at > epoch_now() - ${seconds}::bigint order by at desc offset ${tries - 1}::integer limit 1
  `.execute(db)
  return rows[0]?.left ?? 0
}

/** Counts a try. */
export const countTry = async (db: Queryable, key: string, address: string): Promise<void> => {
  await sql`insert into login_failure (key, at, address) values (${key}, epoch_now(), ${address})`.execute(db)
}
