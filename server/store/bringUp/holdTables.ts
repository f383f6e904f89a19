import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Tx } from '../connection/database.ts'
import { isConflict, isLockTimeout } from '../writing/problems.ts'

/** So long everybody else waits at most for a table that is still in use, and so long (milliseconds) it is their turn then. */
const PATIENCE = '5s'
const TURN_MS = 2000

/**
 * Takes every table of a store before any of it is changed, as nodes of the release before are still at work: what these are in the middle of is done first. Where the two wait
 * for each other, or something takes long (an export reads its table to the end), all are let go and taken again, so that it is never an upgrade that is broken off half-way.
 */
export const holdTables = async (tx: Tx): Promise<void> => {
  const { rows } = await sql<{ names: string | null }>`
    select string_agg(quote_ident(relname), ', ' order by relname) as names from pg_class where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace and pg_has_role(relowner, 'usage')
  `.execute(tx)
  const names = rows[0]?.names
  if (!names) return
  await sql`set local lock_timeout = ${sql.lit(PATIENCE)}`.execute(tx)
  for (let isHeld = false; !isHeld; ) {
    await sql`savepoint untaken`.execute(tx)
    try {
      await sql`lock table ${sql.raw(names)} in access exclusive mode`.execute(tx)
      isHeld = true
    } catch (error) {
      if (!isConflict(error) && !isLockTimeout(error)) throw error
      await sql`rollback to savepoint untaken`.execute(tx)
      await pause(TURN_MS)
    }
    await sql`release savepoint untaken`.execute(tx)
  }
  await sql`set local lock_timeout = 0`.execute(tx)
}
