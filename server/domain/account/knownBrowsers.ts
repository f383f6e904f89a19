import { sql } from 'kysely'
import type { Browser } from '../../calls/defineCall.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { hashToken, newToken } from './tokens.ts'

/** How long a browser is known after it was last logged in with, in days. */
const KNOWN_DAYS = 180
/** So many of one login are kept: a program that logs in anew each time would fill the table. */
const KEPT = 20

/** Gives the hash by which a browser is known to have logged in as this before, or null. */
export const knownAs = async (db: Queryable, browser: Browser, login: string): Promise<Buffer | null> => {
  const token = browser.tokenFor(login)
  if (token === null) return null
  const hash = hashToken(token)
  const { rows } = await sql`
    select from known_browser where token_hash = ${hash} and login = ${login} and seen_at > epoch_now() - ${KNOWN_DAYS * 86_400}::bigint
  `.execute(db)
  return rows.length > 0 ? hash : null
}

/** Whether anybody has logged in with a browser before. */
export const isAnyKnown = async (db: Queryable, browser: Browser): Promise<boolean> => {
  if (browser.tokens.length === 0) return false
  const { rows } = await sql`
    select from known_browser where token_hash = any(${browser.tokens.map(hashToken)}::bytea[]) and seen_at > epoch_now() - ${KNOWN_DAYS * 86_400}::bigint limit 1
  `.execute(db)
  return rows.length > 0
}

/**
 * Makes a browser known to a login, or known for longer: 256 random bits in a cookie that scripts cannot read, of which the store has the
 * hash. Always a new token for one that was not known: nobody can put one there beforehand.
 */
export const rememberBrowser = async (db: Queryable, browser: Browser, login: string, userId: number): Promise<void> => {
  const known = (await knownAs(db, browser, login)) ? browser.tokenFor(login) : null
  const token = known ?? newToken()
  await sql`
    insert into known_browser (token_hash, login, user_id) values (${hashToken(token)}, ${login}, ${userId})
    on conflict (token_hash, login) do update set seen_at = excluded.seen_at, user_id = excluded.user_id
  `.execute(db)
  await sql`
    delete from known_browser where (token_hash, login) in (
      select token_hash, login from known_browser where login = ${login} order by seen_at desc, token_hash offset ${KEPT}::integer)
  `.execute(db)
  browser.keep(login, token, KNOWN_DAYS)
}

/** Forgets every browser that logged in with an account's rights. */
export const forgetBrowsers = async (db: Queryable, userId: number): Promise<void> => {
  await sql`delete from known_browser where user_id = ${userId}`.execute(db)
}

/** Forgets browsers that have not been logged in with for half a year. */
export const forgetOldBrowsers = async (db: Queryable): Promise<number> => {
  const { numAffectedRows } = await sql`delete from known_browser where seen_at <= epoch_now() - ${KNOWN_DAYS * 86_400}::bigint`.execute(db)
  return Number(numAffectedRows ?? 0)
}
