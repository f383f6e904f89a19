import { sql } from 'kysely'
import type { Database, Queryable } from '../../store/connection/database.ts'

/** Wrong codes from one address in the window, after which it waits. All nodes count together. */
const WINDOW_SECONDS = 900
const TRIES = 20

const keyOf = (address: string): string => `link:${address}`

/** Gives for how many seconds an address waits that has tried too many codes; 0 where it need not. */
export const waitOf = async (db: Queryable, address: string): Promise<number> => {
  const { rows } = await sql<{ seconds: number }>`
    select at + ${WINDOW_SECONDS}::bigint - epoch_now() as seconds from login_failure
    where key = ${keyOf(address)} and at > epoch_now() - ${WINDOW_SECONDS}::bigint order by at desc offset ${TRIES - 1} limit 1
  `.execute(db)
  return rows[0]?.seconds ?? 0
}

/** Counts a code that is none. */
export const countWrong = async (db: Database, address: string): Promise<void> => {
  await sql`insert into login_failure (key, at, address) values (${keyOf(address)}, epoch_now(), ${address})`.execute(db)
}
