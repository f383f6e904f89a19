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

/**
 * Does some work of a transaction, and asks at once the rules that the store otherwise asks as the transaction ends: what breaks one is undone, and
 * throws here, where it is known which work it was.
 */
export const wholly = <T>(tx: Tx, work: () => Promise<T>): Promise<T> =>
  undoable(tx, async () => {
    const result = await work()
    await sql`set constraints all immediate`.execute(tx)
    await sql`set constraints all deferred`.execute(tx)
    return result
  })

/** Does some work of a transaction wholly and undoes it, and gives what it gave: what would come of it. Throws what it throws. */
export const tried = async <T>(tx: Tx, work: () => Promise<T>): Promise<T> => {
  const undone = Symbol('undone')
  let result: T | undefined
  try {
    await undoable(tx, async () => {
      result = await wholly(tx, work)
      throw undone
    })
  } catch (error) {
    if (error !== undone) throw error
  }
  return result as T
}
