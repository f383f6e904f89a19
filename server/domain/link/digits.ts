import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { addOutbound, type Outbound } from '../../outbox/addOutbound.ts'
import { withdrawOutbound } from '../../outbox/withdrawOutbound.ts'
import type { Database, Tx } from '../../store/connection/database.ts'
import { type KeyHolder, keyFor } from '../../store/sealing/secretKey.ts'

const DIGITS = 6
const MINUTES = 10
const TRIES = 5
/** Before the next are sent, in seconds. */
const PAUSE = 60
/** So often at most in a day. */
const MOST = 5
const DAY = 86_400

/** Six digits are soon tried out by who has their hash: it is keyed, and the key is not in the store. */
const hashOf = async (holder: KeyHolder, about: string, digits: string): Promise<Buffer> =>
  createHmac('sha256', await keyFor(holder, 'link check'))
    .update(`${about}:${digits}`)
    .digest()

/** For what digits are sent, to whose telephone, and in what words. */
interface Asked extends Pick<Outbound, 'resource' | 'recordId' | 'dials'> {
  /** What they are for: `link.12`. One thing has one number of digits at a time. */
  about: string
  /** What tells the receiver of the push what it is, as its other fields do. */
  type: string
  title: string
  says: (digits: string, minutes: number) => string
  data: Readonly<Record<string, unknown>>
  /** What is told to whom they have been sent too often. */
  tooOften: string
  /** Nobody is sent them: all else is done as if somebody were, so that who asks cannot tell. */
  isSilent?: boolean
  now: number
}

/**
 * Sends digits by which somebody shows whose a telephone is, in place of any before; they are written with the message and leave when this is committed.
 * Throws 429 where some were sent a minute ago, or five times within a day. Gives after how many seconds others can be sent.
 */
export const sendDigits = async (tx: Tx, holder: KeyHolder, asked: Asked): Promise<{ seconds: number }> => {
  const { about, now, type, title, says, data, tooOften, isSilent = false, ...whom } = asked
  // Where nothing was sent yet there is no row that two who ask at once could wait for.
  await sql`select pg_advisory_xact_lock(hashtextextended(${about}, 826107))`.execute(tx)
  const { rows } = await sql<{ sent: number; since: number; sent_at: number }>`
    select sent, since, sent_at from digit_check where about = ${about}
  `.execute(tx)
  const [before] = rows
  const isToday = before !== undefined && now - before.since < DAY
  if (isToday && before.sent >= MOST) throw new CallError(429, tooOften, { seconds: 3600 })
  const left = before ? PAUSE - now + before.sent_at : 0
  if (left > 0) throw new CallError(429, `请 ${left} 秒后再获取验证码`, { seconds: left })
  const digits = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
  const hash = await hashOf(holder, about, digits)
  const once = `${about}.check.${randomUUID()}`
  const [sent, since] = isToday ? [before.sent + 1, before.since] : [1, now]
  await sql`
    insert into digit_check (about, code_hash, until, sent, since, sent_at, messages)
    values (${about}, ${hash}, ${now + MINUTES * 60}::bigint, ${sent}, ${since}::bigint, ${now}::bigint, array[${once}])
    on conflict (about) do update set code_hash = excluded.code_hash, until = excluded.until, tries = 0, sent = excluded.sent, since = excluded.since,
      sent_at = excluded.sent_at, messages = digit_check.messages || excluded.messages
  `.execute(tx)
  const timestamp = new Date(now * 1000).toISOString()
  const content = { type, timestamp, data: { title, content: says(digits, MINUTES), code: digits, ...data } }
  if (!isSilent) await addOutbound(tx, [{ channel: 2, receiver: null, subject: title, content: JSON.stringify(content), once, ...whom }])
  return { seconds: PAUSE }
}

/**
 * Takes a try at digits, before anything is done with them: of many sent at once no more are looked at than of some sent one after the other. Throws 400 where they
 * are others; false where there are none any more. Never in a transaction: it takes a connection of its own.
 */
export const takeDigits = async (db: Database, holder: KeyHolder, about: string, typed: string): Promise<boolean> => {
  const { rows } = await sql<{ code_hash: Buffer; tries: number }>`
    update digit_check set tries = tries + 1 where about = ${about} and until > epoch_now() and tries < ${TRIES} returning code_hash, tries
  `.execute(db)
  const [kept] = rows
  if (!kept) return false
  if (timingSafeEqual(kept.code_hash, await hashOf(holder, about, typed))) return true
  const left = TRIES - kept.tries
  throw new CallError(400, left > 0 ? `验证码不对，还可以试 ${left} 次` : '验证码不对，请重新获取', { field: 'sms' })
}

/** What is told of digits that are not good any more. */
export const digitsGone = (): CallError => new CallError(400, '验证码已失效，请重新获取', { field: 'sms' })

/** Ends digits, which are used or not wanted any more: they are good for nothing, and what has not told of them yet does not go. */
export const endDigits = async (tx: Tx, abouts: readonly string[]): Promise<void> => {
  const { rows } = await sql<{ messages: string[] }>`
    select messages from digit_check where about = any(${abouts}::text[]) for update
  `.execute(tx)
  await sql`update digit_check set until = 0, messages = '{}' where about = any(${abouts}::text[])`.execute(tx)
  await withdrawOutbound(
    tx,
    rows.flatMap(({ messages }) => messages),
    '验证码已不再有效',
  )
}
