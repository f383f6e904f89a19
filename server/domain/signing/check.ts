import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { Link } from '../../caller/links/link.ts'
import { isUsedNow } from '../../caller/links/makeLink.ts'
import { addOutbound } from '../../outbox/addOutbound.ts'
import type { Database, Tx } from '../../store/connection/database.ts'
import { type KeyHolder, keyFor } from '../../store/sealing/secretKey.ts'
import { checkMessage, MAX_CHECKS, withdrawMessages } from '../contract/index.ts'
import type { Signer } from './invite.ts'

const DIGITS = 6
const MINUTES = 10
const TRIES = 5
/** Before the next are sent, in seconds. */
const PAUSE = 60

/** Six digits are soon tried out by who has their hash: it is keyed, and the key is not in the store. */
const hashOf = async (holder: KeyHolder, { link_id }: Pick<Link, 'link_id'>, digits: string): Promise<Buffer> =>
  createHmac('sha256', await keyFor(holder, 'link check'))
    .update(`${link_id}:${digits}`)
    .digest()

/**
 * Sends the digits that a link's deed asks for to the telephone on record, in place of any before; they are written with the message and leave when this is committed.
 * Throws 429 where some were sent a minute ago, or five times. Gives after how many seconds others can be sent.
 */
export const sendCheck = async (
  tx: Tx,
  holder: KeyHolder,
  link: Link,
  { signer, now }: { signer: Signer; now: number },
): Promise<{ seconds: number }> => {
  await sql`select from link where link_id = ${link.link_id} for no key update`.execute(tx)
  const { rows } = await sql<{
    sent: number
    sent_at: number
  }>`select sent, sent_at from link_check where link_id = ${link.link_id}`.execute(tx)
  const { sent = 0, sent_at = 0 } = rows[0] ?? {}
  if (sent >= MAX_CHECKS) throw new CallError(429, '验证码发得太多了，请联系工作人员重发链接', { seconds: 3600 })
  if (now - sent_at < PAUSE) throw new CallError(429, `请 ${PAUSE - now + sent_at} 秒后再获取验证码`, { seconds: PAUSE - now + sent_at })
  const digits = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
  const hash = await hashOf(holder, link, digits)
  await sql`
    insert into link_check (link_id, code_hash, until, sent_at) values (${link.link_id}, ${hash}, ${now + MINUTES * 60}::bigint, ${now}::bigint)
    on conflict (link_id) do update set code_hash = excluded.code_hash, until = excluded.until, tries = 0, sent = link_check.sent + 1, sent_at = excluded.sent_at
  `.execute(tx)
  const title = '签署验证码'
  const content = `您正在签署租赁合同，验证码 ${digits}，${MINUTES} 分钟内有效。工作人员不会问您要验证码。`
  await addOutbound(tx, [
    {
      channel: 2,
      receiver: null,
      subject: title,
      content: JSON.stringify({
        type: 'contract.check',
        timestamp: new Date(now * 1000).toISOString(),
        data: { title, content, code: digits, resource: 'lessee', custom_id: signer.custom_id },
      }),
      once: checkMessage(link.link_id, sent + 1),
      resource: 'lessee',
      recordId: signer.custom_id,
      dials: 'phone',
    },
  ])
  return { seconds: PAUSE }
}

/**
 * Takes a try at a link's digits, before anything is done with them: of many sent at once no more are looked at than of some sent one after the other. Throws 400 where they
 * are others, or there are none any more; not where the deed was done meanwhile, which is for the deed to say. Never in a transaction: it takes a connection of its own.
 */
export const takeCheck = async (db: Database, holder: KeyHolder, link: Link, typed: string): Promise<void> => {
  const { rows } = await sql<{ code_hash: Buffer; tries: number }>`
    update link_check set tries = tries + 1 where link_id = ${link.link_id} and until > epoch_now() and tries < ${TRIES} returning code_hash, tries
  `.execute(db)
  const [kept] = rows
  if (!kept && (await isUsedNow(db, link))) return
  if (!kept) throw new CallError(400, '验证码已失效，请重新获取', { field: 'sms' })
  if (timingSafeEqual(kept.code_hash, await hashOf(holder, link, typed))) return
  const left = TRIES - kept.tries
  throw new CallError(400, left > 0 ? `验证码不对，还可以试 ${left} 次` : '验证码不对，请重新获取', { field: 'sms' })
}

/** Has the messages of a link's digits not go any more: they are used. */
export const endCheck = (tx: Tx, { link_id }: Pick<Link, 'link_id'>): Promise<void> => withdrawMessages(tx, [link_id])
