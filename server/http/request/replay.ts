import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { Upload } from '../../files/upload.ts'
import type { Tx } from '../../store/connection/database.ts'

/** What makes a write the same write. */
export interface Identity {
  /** What the store knows it by. */
  key: Buffer
  /** What its answer is sealed by: only its caller has it, and the store keeps neither the token nor the request's own name. */
  secret: string
  /** What it says. A signature covers that; under a `request_id` somebody could say another thing. */
  content: string
}

/** What travels with a write and is not what it says. */
const ABOUT: ReadonlySet<string> = new Set(['token', 'sign', 'stime', 'request_id'])

/** Gives a digest of what a write says, in whichever order and style it says it. */
const contentOf = (params: Readonly<Record<string, unknown>>): string => {
  const said = Object.entries(params)
    .filter(([name]) => !ABOUT.has(name))
    .map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)])
    .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(said)).digest('base64')
}

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Gives the identity of a write: its caller and its `request_id`, or its signature (which covers path-specific params and stime). A file
 * is not signed, so its content and its name count too: two pictures sent in one second are two, and so is one sent under two names.
 */
export const identityOf = (path: string, params: Readonly<Record<string, unknown>>, file: Upload | null): Identity => {
  const { token, request_id, sign } = params
  const caller = typeof token === 'string' ? token : ''
  const name = typeof request_id === 'string' && request_id !== '' ? `id:${request_id}` : `sign:${sign}`
  const hash = createHash('sha256').update(createHash('sha256').update(caller).digest()).update('\n').update(path).update('\n').update(name)
  const named = file ? hash.update('\n').update(file.name).update('\n').update(file.bytes) : hash
  return { key: named.digest(), secret: `${caller}\n${name}`, content: contentOf(params) }
}

const cipherKey = ({ key, secret }: Identity): Buffer => Buffer.from(hkdfSync('sha256', secret, key, 'replay', KEY_BYTES))

/** An answer as it is kept, with what it answers. One that an earlier version kept does not say that. */
interface Kept {
  content?: string
  answer?: unknown
}

const seal = (identity: Identity, answer: unknown): Buffer => {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', cipherKey(identity), iv)
  const sealed = Buffer.concat([
    cipher.update(JSON.stringify({ content: identity.content, answer } satisfies Kept), 'utf8'),
    cipher.final(),
  ])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

const unseal = (identity: Identity, sealed: Buffer): unknown => {
  const decipher = createDecipheriv('aes-256-gcm', cipherKey(identity), sealed.subarray(0, IV_BYTES)).setAuthTag(
    sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES),
  )
  const kept: Kept | null = JSON.parse(decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8'))
  if (kept?.content === undefined || kept.answer === undefined) return kept
  if (kept.content !== identity.content)
    throw new CallError(409, '上一次提交其实已经办成了，现在填的与它不同，没有再办。请关掉这个窗口，看一看办成的，再另行修改')
  return kept.answer
}

/**
 * Does the work once: whoever says another thing under the same `request_id` (the answer was lost, and they changed what they had typed) is
 * told that the first was done. A rival with the same key waits until this transaction ends, and then reads its answer. A transaction that fails
 * leaves nothing, so that the same request can be tried again. Nothing is written before the work is done: whoever does other work
 * shares no row and no page with it.
 */
export const once = async (tx: Tx, identity: Identity, work: () => Promise<unknown>): Promise<unknown> => {
  const { key } = identity
  const { rows } = await sql<{ sealed: Buffer | null }>`select sealed from kept_answer(${key})`.execute(tx)
  if (rows[0]) return rows[0].sealed && unseal(identity, rows[0].sealed)
  const answer = (await work()) ?? null
  await sql`insert into replay (key, sealed) values (${key}, ${seal(identity, answer)})`.execute(tx)
  return answer
}
