import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Upload } from '../../files/upload.ts'
import type { Tx } from '../../store/connection/database.ts'

/** What makes a write the same write. */
export interface Identity {
  /** What the store knows it by. */
  key: Buffer
  /** What its answer is sealed by: only its caller has it, and the store keeps neither the token nor the request's own name. */
  secret: string
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
  return { key: (file ? hash.update('\n').update(file.name).update('\n').update(file.bytes) : hash).digest(), secret: `${caller}\n${name}` }
}

const cipherKey = ({ key, secret }: Identity): Buffer => Buffer.from(hkdfSync('sha256', secret, key, 'replay', KEY_BYTES))

const seal = (identity: Identity, answer: unknown): Buffer => {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', cipherKey(identity), iv)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(answer), 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

const unseal = (identity: Identity, sealed: Buffer): unknown => {
  const decipher = createDecipheriv('aes-256-gcm', cipherKey(identity), sealed.subarray(0, IV_BYTES)).setAuthTag(
    sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES),
  )
  return JSON.parse(decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8'))
}

/**
 * Does the work once: a rival with the same key waits until this transaction ends, and then reads its answer. A transaction that fails
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
