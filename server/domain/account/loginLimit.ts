import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { Browser } from '../../calls/defineCall.ts'
import type { Database, Queryable } from '../../store/connection/database.ts'
import { isAnyKnown, knownAs } from './knownBrowsers.ts'

/** Wrong tries in the window after which an address waits for one account, or for all, and a known browser for its own. All nodes count together. */
const WINDOW_SECONDS = 900
const LIMITS = { pair: 5, known: 5, address: 30 } as const

/**
 * From so many wrong tries in an hour on, strangers wait for an account wherever they are, each time twice as long, but never for so long
 * that its owner could not get in on a strange computer: thirty guesses in the worst hour.
 */
const HOUR_SECONDS = 3600
const FREE_TRIES = 10
const LONGEST_WAIT = 300

/** Who tries: to log in as whom, from where, in which browser. */
export interface Guesser {
  /** The user name as it was typed, or what else one logs in by. */
  login: string
  address: string
  browser: Browser
}

interface Key {
  key: string
  limit: number
}

const addressKey = (address: string): Key => ({ key: `address:${address}`, limit: LIMITS.address })
/** Whose tries these are: one name in whatever letters is guessed at as one. */
const accountOf = (login: string): string => login.toLowerCase()
const accountKey = (login: string): string => `account:${accountOf(login)}`
const pairKey = ({ login, address }: Guesser): Key => ({ key: `pair:${accountOf(login)}@${address}`, limit: LIMITS.pair })
const knownKey = (hash: Buffer): Key => ({ key: `known:${hash.toString('hex')}`, limit: LIMITS.known })

/** Throws 429 with the seconds to wait where one of them has had its tries. */
const refuseOver = async (db: Queryable, keys: readonly Key[]): Promise<void> => {
  const { rows } = await sql<{ seconds: number }>`
    select f.at + ${WINDOW_SECONDS}::bigint - epoch_now() as seconds
    from unnest(${keys.map(({ key }) => key)}::text[], ${keys.map(({ limit }) => limit)}::integer[]) k (key, tries), lateral (
      select at from login_failure where login_failure.key = k.key and at > epoch_now() - ${WINDOW_SECONDS}::bigint
      order by at desc offset k.tries - 1 limit 1) f
    order by 1 desc limit 1
  `.execute(db)
  const [over] = rows
  if (over) throw new CallError(429, `登录失败次数过多，请 ${Math.ceil(over.seconds / 60)} 分钟后再试`, { seconds: over.seconds })
}

const waitAfter = (tries: number): number => (tries < FREE_TRIES ? 0 : Math.min(2 ** (tries - FREE_TRIES + 1), LONGEST_WAIT))

/** Throws 429 with the seconds to wait where strangers have guessed at this account too often, from wherever. */
const refuseHurry = async (db: Queryable, login: string): Promise<void> => {
  const { rows } = await sql<{ tries: number; since: number }>`
    select count(*) as tries, epoch_now() - max(at) as since from login_failure
    where key = ${accountKey(login)} and at > epoch_now() - ${HOUR_SECONDS}::bigint
  `.execute(db)
  const { tries = 0, since = 0 } = rows[0] ?? {}
  const seconds = waitAfter(tries) - since
  if (tries >= FREE_TRIES && seconds > 0)
    throw new CallError(429, `这个账号多次输错密码，请 ${seconds} 秒后再试，或换登录过它的浏览器`, { seconds })
}

/** Throws 429 where the address has to wait, whatever it sends; a browser known to someone is judged when it says to whom it wants. */
export const refuseAddress = async (db: Database, address: string, browser: Browser): Promise<void> => {
  if (!(await isAnyKnown(db, browser))) await refuseOver(db, [addressKey(address)])
}

/**
 * Takes a try before the password is looked at, so that guesses sent at once get no more of them than guesses one after the other, on
 * whatever node. A browser that has logged in to this account before has tries of its own: others' guesses never keep it out. All else is
 * counted by account and address, by address, and by account. Throws 429 with the seconds to wait. A login that does not exist is counted
 * like any other. Never call it inside a transaction: it takes a connection of its own.
 */
export const takeTry = async (db: Database, guesser: Guesser): Promise<void> => {
  const { login, address, browser } = guesser
  const known = await knownAs(db, browser, login)
  const limited = known ? [knownKey(known)] : [addressKey(address), pairKey(guesser)]
  const counted = [...limited.map(({ key }) => key), ...(known ? [] : [accountKey(login)])]
  await db.transaction().execute(async (tx) => {
    // Addresses before accounts, always: two that wait for each other would wait for ever.
    for (const key of counted) await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 826103))`.execute(tx)
    await refuseOver(tx, limited)
    if (!known) await refuseHurry(tx, login)
    await sql`
      insert into login_failure (key, at, account, address)
      select key, epoch_now(), case when key not like 'address:%' then ${accountOf(login)} end, ${address} from unnest(${counted}::text[]) as key
    `.execute(tx)
  })
}

/** Gives back what was taken, since the password was right: to a known browser its tries, to an address those at this account and the one that it took. */
export const giveTryBack = async (db: Queryable, guesser: Guesser): Promise<void> => {
  const { login, address, browser } = guesser
  const known = await knownAs(db, browser, login)
  if (known) {
    await sql`delete from login_failure where key = ${knownKey(known).key}`.execute(db)
    return
  }
  await sql`
    delete from login_failure where key = ${pairKey(guesser).key} or (key = ${accountKey(login)} and address = ${address}) or ctid = (
      select ctid from login_failure where key = ${addressKey(address).key} order by at desc limit 1 for update skip locked)
  `.execute(db)
}

/** Gives an account all its tries back: it has a new password. */
export const giveTriesBack = async (db: Queryable, login: string): Promise<void> => {
  await sql`delete from login_failure where account = ${accountOf(login)}`.execute(db)
}
