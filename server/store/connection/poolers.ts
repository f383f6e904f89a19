import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { StartError } from '../startError.ts'
import { StoreClient } from './client.ts'
import { type Connection, type Database, REACHING } from './database.ts'

const LOCKS = 826_111
const WAIT_MS = 15_000

const withClients = async <T>(connection: Connection, n: number, work: (...clients: StoreClient[]) => Promise<T>): Promise<T> => {
  const clients = Array.from({ length: n }, () => new StoreClient({ ...connection, ...REACHING, query_timeout: WAIT_MS }))
  try {
    for (const client of clients) await client.connect()
    return await work(...clients)
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})))
  }
}

const processOf = async (client: StoreClient | undefined): Promise<number | undefined> =>
  (await client?.query<{ pid: number }>('select pg_backend_pid() as pid'))?.rows[0]?.pid

/** Whether a connection leads to a pooler that lends the server's out by the transaction: then who asks next to one has the same, or drives it to another. */
export const isByTransaction = (connection: Connection): Promise<boolean> =>
  withClients(connection, 2, async (one, other) => {
    const before = await processOf(one)
    await other?.query('begin')
    return (await processOf(other)) === before || (await processOf(one)) !== before
  })

/** Whether a pool leads to the very database that a connection leads to: what the one locks the other sees. */
export const isSameStore = (db: Database, connection: Connection): Promise<boolean> =>
  withClients(connection, 1, async (client) => {
    const mark = randomInt(2 ** 31)
    await client?.query(`select pg_advisory_lock(${LOCKS}, ${mark})`)
    const { rows } = await sql<{ is_seen: boolean }>`
      select exists (
        select from pg_locks where locktype = 'advisory' and classid = ${sql.lit(LOCKS)} and objid = ${sql.lit(mark)} and objsubid = 2
          and database = (select oid from pg_database where datname = current_database())) as is_seen
    `.execute(db)
    return rows[0]?.is_seen === true
  })

/**
 * Throws a StartError where a PostgreSQL is reached as cannot be right: by a pooler in transaction mode without a direct way beside it, or where the two ways do not
 * lead to one database. `db` is what calls go by, `direct` what needs a connection of its own.
 */
export const refuseWrongWays = async (db: Database, direct: Connection, isPooled: boolean): Promise<void> => {
  if (await isByTransaction(direct))
    throw new StartError(
      isPooled
        ? 'DATABASE_DIRECT_URL 经过事务模式的连接池：任务的锁、升级、消息靠它，请让它直连 PostgreSQL'
        : 'DATABASE_URL 经过事务模式的连接池（PgBouncer）：请另设 DATABASE_DIRECT_URL 直连同一个库，任务的锁、升级、消息由它走；或改用会话模式',
    )
  if (isPooled && !(await isSameStore(db, direct)))
    throw new StartError('DATABASE_URL 与 DATABASE_DIRECT_URL 连到的不是同一个数据库：请核对两个地址（主机、端口、库名）')
}
