import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** Does some work of a transaction, or nothing of it: what it throws has undone it, and the transaction goes on. */
export const undoable = async <T>(tx: Tx, work: () => Promise<T>): Promise<T> => {
  await sql`savepoint work`.execute(tx)
  try {
    const result = await work()
    await sql`release savepoint work`.execute(tx)
    return result
  } catch (error) {
    // A connection that broke has nothing to roll back, and why it broke is in the first error.
    await sql`rollback to savepoint work; release savepoint work`.execute(tx).catch(() => {})
    throw error
  }
}

/** Does some work of a transaction and undoes it, and gives what it gave: what would come of it. Throws what it throws. */
export const tried = async <T>(tx: Tx, work: () => Promise<T>): Promise<T> => {
  const undone = Symbol('undone')
  let result: T | undefined
  try {
    await undoable(tx, async () => {
      result = await work()
      throw undone
    })
  } catch (error) {
    if (error !== undone) throw error
  }
  return result as T
}
