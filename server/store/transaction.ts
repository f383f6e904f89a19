import { setTimeout as wait } from 'node:timers/promises'
import type { Database, Tx } from './database.ts'
import { isConflict } from './problems.ts'

const ATTEMPTS = 8

/** Runs work that may only read: the store refuses every write. */
export const reading = <T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().setAccessMode('read only').execute(work)

/**
 * Runs one call's work as one transaction and gives its result; serializable where money moves. A transaction that lost a race is
 * run again (up to 8 times, with a growing random pause so that rivals do not meet again); its last error is thrown.
 */
export const inTransaction = async <T>(
  db: Database,
  isolation: 'read committed' | 'serializable',
  work: (tx: Tx) => Promise<T>,
): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().setIsolationLevel(isolation).execute(work)
    } catch (error) {
      if (!isConflict(error) || attempt === ATTEMPTS) throw error
      await wait(Math.random() * 4 * 2 ** attempt)
    }
  }
}
