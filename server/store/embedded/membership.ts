import type pg from 'pg'

/** Any constant will do, as long as nothing else in this database locks it. */
const membersLock = 7_201_906_114

/**
 * Each node holds this lock, shared, on one connection of its own for as long as it lives. PostgreSQL gives it back when the connection
 * ends, however the node died; so nobody has to keep a list of nodes that could be wrong.
 */
export async function enter(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1)', [membersLock])
}

/** Gives the lock back and answers whether no other node holds it. Call it under the start lock, so that none can enter meanwhile. */
export async function leaveAsLast(client: pg.Client): Promise<boolean> {
  await client.query('select pg_advisory_unlock_all()')
  const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [membersLock])
  return rows[0]?.alone === true
}
