import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { Database, Queryable, Tx } from '../../store/database.ts'

/** Failures in the window after which an account, or an address, has to wait. Kept in the store: all nodes count together. */
const WINDOW_SECONDS = 900
const LIMITS = { account: 5, address: 30 } as const

const keysOf = (userName: string, address: string): { key: string; limit: number }[] => [
  { key: `account:${userName.toLowerCase()}`, limit: LIMITS.account },
  { key: `address:${address}`, limit: LIMITS.address },
]

const checkLimit = async (tx: Tx, userName: string, address: string): Promise<void> => {
  for (const { key, limit } of keysOf(userName, address)) {
    const { rows } = await sql<{ wait: number | null }>`
      select (at + ${WINDOW_SECONDS}::bigint - epoch_now()) as wait from login_failure
      where key = ${key} and at > epoch_now() - ${WINDOW_SECONDS}::bigint order by at desc offset ${limit - 1} limit 1
    `.execute(tx)
    const seconds = rows[0]?.wait
    if (seconds) throw new CallError(429, `登录失败次数过多，请 ${Math.ceil(seconds / 60)} 分钟后再试`, { seconds })
  }
}

const note = async (db: Queryable, key: string): Promise<void> => {
  await sql`insert into login_failure (key, at) values (${key}, epoch_now())`.execute(db)
}

/**
 * Takes one of an account's tries before its password is looked at, so that guesses sent at once get no more of them than guesses one
 * after the other. Throws 429 with the seconds to wait where this account or address has failed too often. Never call it inside a
 * transaction: it takes a connection of its own.
 */
export const takeTry = async (db: Database, userName: string, address: string): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    const [account] = keysOf(userName, address)
    const key = account?.key ?? ''
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 826103))`.execute(tx)
    await checkLimit(tx, userName, address)
    await note(tx, key)
  })
}

/** Counts a wrong password against the address; against the account its try counts already. */
export const noteFailure = (db: Database, address: string): Promise<void> => note(db, `address:${address}`)

/** Gives an account its tries back: its password was right. */
export const giveTriesBack = async (db: Database, userName: string): Promise<void> => {
  await sql`delete from login_failure where key = ${`account:${userName.toLowerCase()}`}`.execute(db)
}
