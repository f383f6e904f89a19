import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import broker from '../../../src/resources/broker/broker.ts'
import type { Session } from '../../caller/session.ts'
import { keyOfCode } from '../../calls/codes.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { inState } from '../../store/reading/states.ts'
import { lacking, type Rights } from './giving.ts'
import { forgetBrowsers } from './knownBrowsers.ts'
import { hashToken, newToken } from './tokens.ts'

export { hashToken } from './tokens.ts'

/** Whose right to look as another role a session of that kind needs at every call. */
export const VIEW = '/api/role/view'
const VIEW_SECONDS = 3600

/** Opens a session that looks as a role for at most an hour, and no longer than the one it is opened from; gives its token. */
export const openView = async (db: Queryable, from: Session, roleId: number, address: string): Promise<string> => {
  const token = newToken()
  await sql`
    insert into session (token_hash, user_id, expires_at, address, as_role, opened_from)
    select ${hashToken(token)}::bytea, user_id, least(expires_at, epoch_now() + ${VIEW_SECONDS}::bigint), ${address}, ${roleId}::integer, token_hash
    from session where token_hash = ${from.tokenHash}
  `.execute(db)
  return token
}

/** How somebody came in: with a password (its hash), or as a broker. */
interface Entry {
  password?: string
  broker?: number
}

/**
 * Opens a session and gives its token: 256 random bits (design.md, Protocol). Who changes the password or disables the account at this moment is waited for: throws 400 where
 * the account is not one that may come in so any more, whose sessions have been ended just now.
 */
export const openSession = async (
  db: Queryable,
  userId: number,
  address: string,
  days: number,
  { password, broker: brokerId }: Entry = {},
): Promise<string> => {
  const token = newToken()
  const { numAffectedRows } = await sql`
    with held as (
      select user_id from account
      where user_id = ${userId} and is_active and (${password ?? null}::text is null or password = ${password ?? null}::text) for share
    )
    insert into session (token_hash, user_id, expires_at, address, broker_id)
    select ${hashToken(token)}::bytea, user_id, epoch_now() + ${days * 86_400}::bigint, ${address}, ${brokerId ?? null}::integer from held
  `.execute(db)
  if (numAffectedRows !== 1n) throw new CallError(400, '账号或密码错误', { field: 'password' })
  return token
}

/** A broker's session `s` is one as long as he may log in, and to that account. */
const isBrokers = sql`(s.broker_id is null or exists (
  select from broker b where b.id = s.broker_id and b.user_id = s.user_id and b.status = ${inState(broker, 'active')}
))`

/** `declaredAt` numbers the last change of what is declared at run time. */
type Found = (Session & { isPermitted: boolean; declaredAt: number }) | null

interface Question {
  tokenHash: Buffer
  codes: readonly string[]
  answer(found: Found): void
  fail(error: unknown): void
}

/** How old the note of a session's last call may be: noting each would make every read a write. */
const SEEN_SECONDS = 60

const noteSeen = async (db: Queryable, hashes: readonly Buffer[]): Promise<void> => {
  await sql`
    update session set seen_at = epoch_now() where token_hash = any(${hashes}::bytea[]) and seen_at < epoch_now() - ${SEEN_SECONDS}::bigint
  `.execute(db)
}

interface Asked {
  place: number
  user_id: number
  name: string
  projects: number[] | null
  as_role: number | null
  /** What the account holds itself, and what the role that it looks as; null of a session that looks as none. */
  viewing: { own: Rights; as: Rights } | null
  writes: number
  is_permitted: boolean
  is_stale: boolean
  declared_at: number
}

const keysAmong = (codes: readonly string[]): string => codes.flatMap((code) => keyOfCode(code) ?? []).join(' ')

const ask = async (db: Queryable, questions: readonly Question[]): Promise<void> => {
  const hashes = keyList(
    questions.map(({ tokenHash }) => tokenHash),
    'bytea',
  )
  const codes = keyList(
    questions.map((question) => question.codes.join(' ')),
    'text',
  )
  const keys = keyList(
    questions.map((question) => keysAmong(question.codes)),
    'text',
  )
  const { rows } = await sql<Asked>`
    select q.place, a.user_id, a.name, a.projects, s.as_role, s.writes, (r.permission && (array['*'] || string_to_array(q.codes, ' ')) or r.access && string_to_array(q.keys, ' ')) as is_permitted,
      s.seen_at < epoch_now() - ${SEEN_SECONDS}::bigint as is_stale, d.at as declared_at,
      case when s.as_role is not null then json_build_object(
        'own', json_build_object('permission', own.permission, 'access', own.access), 'as', json_build_object('permission', r.permission, 'access', r.access)
      ) end as viewing
    from unnest(${hashes}, ${codes}, ${keys}) with ordinality as q (token_hash, codes, keys, place)
    join session s on s.token_hash = q.token_hash join account a on a.user_id = s.user_id
    join role own on own.role_id = a.role_id join role r on r.role_id = coalesce(s.as_role, a.role_id) cross join declared_version d
    where s.expires_at > epoch_now() and a.is_active and ${isBrokers} and (s.as_role is null or own.permission && array['*', ${VIEW}])
  `.execute(db)
  const stale = rows.flatMap((row) => (row.is_stale ? (questions[row.place - 1]?.tokenHash ?? []) : []))
  // That it could not be noted is no reason to refuse the call.
  if (stale.length > 0) noteSeen(db, stale).catch(() => {})
  const byPlace = new Map(rows.map((row) => [row.place, row]))
  for (const [index, { tokenHash, answer }] of questions.entries()) {
    const row = byPlace.get(index + 1)
    // Nobody looks as a role that holds what he has not (any more).
    if (!row || (row.viewing && lacking(row.viewing.own, row.viewing.as).length > 0)) answer(null)
    else {
      const { user_id: userId, name, projects: scope, as_role: asRole, writes, is_permitted: isPermitted, declared_at: declaredAt } = row
      answer({ tokenHash, userId, name, scope, asRole, writes, isPermitted, declaredAt })
    }
  }
}

const waiting = new WeakMap<Queryable, Question[]>()

const askAll = async (db: Queryable, first: Question): Promise<void> => {
  let questions = [first]
  while (questions.length > 0) {
    const later: Question[] = []
    waiting.set(db, later)
    await ask(db, questions).catch((error: unknown) => {
      for (const { fail } of questions) fail(error)
    })
    questions = later
  }
  waiting.delete(db)
}

/**
 * Gives the session of a token and whether it holds one of these codes; null where the session is none. It is looked up for
 * every call, and always after the call came in, so that a right taken away is gone at once on every node. Calls that come in
 * while a look-up is under way share the next one: under load it was a third of all questions to the store.
 */
export const findSession = (db: Queryable, token: string, ...codes: readonly string[]): Promise<Found> =>
  new Promise((answer, fail) => {
    const question = { tokenHash: hashToken(token), codes, answer, fail }
    const queue = waiting.get(db)
    if (queue) queue.push(question)
    else void askAll(db, question)
  })

/** Counts a write of a session in the write's own transaction, at its end: whoever has this row has the write, and those before it (docs/decisions/063). */
export const noteWrite = async (db: Queryable, { tokenHash }: Pick<Session, 'tokenHash'>): Promise<void> => {
  await sql`update session set writes = writes + 1 where token_hash = ${tokenHash}`.execute(db)
}

/** Whether a replica has all that a session had written when it was looked up. */
export const hasSeen = async (replica: Queryable, { tokenHash, writes }: Pick<Session, 'tokenHash' | 'writes'>): Promise<boolean> => {
  const { rows } = await sql<{ has_seen: boolean }>`
    select exists (select from session where token_hash = ${tokenHash} and writes >= ${writes}::bigint) as has_seen
  `.execute(replica)
  return rows[0]?.has_seen === true
}

export const closeSession = async (db: Queryable, tokenHash: Buffer): Promise<void> => {
  await db.deleteFrom('session').where('token_hash', '=', tokenHash).execute()
}

/** Ends every session of an account, and what its browsers are known by: after a change of password, or when it is disabled. */
export const closeAllSessions = async (db: Queryable, userId: number): Promise<void> => {
  await db.deleteFrom('session').where('user_id', '=', userId).execute()
  await forgetBrowsers(db, userId)
}
