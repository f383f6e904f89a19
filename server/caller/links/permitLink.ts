import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { codeOf, codesOf } from '../../../src/core/states.ts'
import link from '../../../src/resources/link/link.ts'
import type { Database } from '../../store/connection/database.ts'
import { inTransaction } from '../../store/connection/transaction.ts'
import { inState } from '../../store/reading/states.ts'
import { hashLinkCode, LINK_CODE, type Link, type LinkPurpose, viaLink } from './link.ts'
import { countTry, WRONG_LINKS, waitOf } from './tries.ts'

/** What a browser keeps of the links that it has opened. */
interface Keeping {
  tokenFor(name: string): string | null
  keep(name: string, token: string, days: number): void
}

/** Who calls by a link, and what the call needs of it. */
export interface ByLink {
  code: string
  address: string
  browser: Keeping
  purpose: LinkPurpose
  /** The first who opens it is whose it is from then on. */
  opens: boolean
  /** The call may be made when the link's deed is done, too: looking at what came of it. */
  isAfter: boolean
  path: string
  label: string
}

/** Why a link does not permit; the tenant's page says what to do. */
type WhyNot = 'wrong' | 'lapsed' | 'used' | 'replaced' | 'withdrawn' | 'device'

const REFUSALS: Readonly<Record<WhyNot, string>> = {
  wrong: '这个链接不对，请核对短信里的网址，或请工作人员重发',
  lapsed: '这个链接已过期，请联系工作人员重发',
  used: '这个链接已经用过了',
  replaced: '工作人员已重发新的链接，请打开最近一条短信里的',
  withdrawn: '这件事已不需要您办理，有疑问请联系工作人员',
  device: '这个链接已在另一部手机上打开，请用那部手机，或请工作人员重发',
}

const refusal = (why: WhyNot): CallError => new CallError(why === 'wrong' ? 404 : 403, REFUSALS[why], { why })

interface Kept extends Omit<Link, 'isUsed'> {
  state: number
  device_hash: Buffer | null
}

const found = async (db: Database, hash: Buffer): Promise<Kept | undefined> => {
  const { rows } = await sql<Kept>`
    select link_id, purpose, way, resource, record_id, p_id, holder, expires_at, state, device_hash from link where code_hash = ${hash}
  `.execute(db)
  return rows[0]
}

const isAs = (token: string | null, hash: Buffer | null): boolean =>
  token !== null && hash !== null && timingSafeEqual(createHash('sha256').update(token).digest(), hash)

const whyNot = ({ state, expires_at }: Kept, isAfter: boolean): WhyNot | null => {
  if (state === codeOf(link, 'replaced')) return 'replaced'
  if (state === codeOf(link, 'withdrawn')) return 'withdrawn'
  if (expires_at <= Math.floor(Date.now() / 1000) || !codesOf(link, ['sent', 'opened', 'used']).includes(state)) return 'lapsed'
  return state === codeOf(link, 'used') && !isAfter ? 'used' : null
}

/** A cookie of its own for each link, named by what tells nothing of its code. */
const cookieName = (hash: Buffer): string => `link ${hash.toString('hex')}`

/** Binds a link to the browser that opens it first; false where another was before. */
const bind = async (db: Database, kept: Kept, hash: Buffer, { browser, path, label, address }: ByLink): Promise<boolean> => {
  const token = randomBytes(32).toString('hex')
  const device = createHash('sha256').update(token).digest()
  const actor = { userId: null, path, label, address, via: viaLink(kept) }
  const isFirst = await inTransaction(db, actor, async (tx) => {
    const { numAffectedRows } = await sql`
      update link set device_hash = ${device}, opened_at = epoch_now(), state = ${codeOf(link, 'opened')}, version = version + 1, updated_at = epoch_now()
      where link_id = ${kept.link_id} and state = ${inState(link, 'sent')}
    `.execute(tx)
    return numAffectedRows === 1n
  })
  const days = Math.ceil((kept.expires_at - Date.now() / 1000) / 86_400)
  if (isFirst) browser.keep(cookieName(hash), token, Math.max(1, days))
  return isFirst
}

/**
 * Gives the link by whose code a call comes, once it is known that it permits this call to this browser. Throws 404 for a code that is none, 403 for a link
 * that has ended, was used, or is another browser's (`data.why` says which), and 429 for an address that has tried too many codes.
 */
export const permitLink = async (db: Database, by: ByLink): Promise<Link> => {
  const { code, address, browser, purpose } = by
  const hash = hashLinkCode(code)
  const kept = new RegExp(LINK_CODE).test(code) ? await found(db, hash) : undefined
  const isKnown = kept !== undefined && isAs(browser.tokenFor(cookieName(hash)), kept.device_hash)
  // Whoever has opened theirs goes on, whatever others at the same address try.
  const seconds = isKnown ? 0 : await waitOf(db, `link:${address}`, WRONG_LINKS)
  if (seconds > 0) throw new CallError(429, `试过的链接太多，请 ${Math.ceil(seconds / 60)} 分钟后再试`, { seconds })
  if (kept?.purpose !== purpose) {
    await countTry(db, `link:${address}`, address)
    throw refusal('wrong')
  }
  if (kept.device_hash !== null && !isKnown) throw refusal('device')
  const why = whyNot(kept, by.isAfter)
  if (why) throw refusal(why)
  if (!isKnown && !(by.opens && (await bind(db, kept, hash, by)))) throw refusal('device')
  const { device_hash: _, state, ...told } = kept
  return { ...told, isUsed: state === codeOf(link, 'used') }
}
