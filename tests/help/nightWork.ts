import type { Tx } from '../../server/store/connection/database.ts'
import { inTransaction } from '../../server/store/connection/transaction.ts'
import type { TestServer } from './testServer.ts'

/** Does what a job does at night, in a transaction of the system's own. */
export const nightWork = <T>({ db }: Pick<TestServer, 'db'>, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTransaction(db, { userId: null, path: 'job:t', label: '试', address: '' }, work)

/** The system, which moves records of all projects. */
export const bySystem = (tx: Tx) => ({ tx, session: { userId: null, scope: null }, now: Math.floor(Date.now() / 1000) })
