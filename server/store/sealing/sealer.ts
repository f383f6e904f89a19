import { createHmac } from 'node:crypto'
import type { MaskedKind } from '../../../src/core/kinds.ts'
import { cleanNumber, personalNumbers } from '../../../src/protocol/masks.ts'
import type { Queryable } from '../connection/database.ts'
import { decrypt, encrypt } from './cipher.ts'
import { derivedKey, type KeyHolder, rootKey } from './secretKey.ts'

/** What the store keeps of a personal number: what lists show, the whole sealed, and a keyed hash by which it is found. */
export interface SealedNumber {
  shown: string
  sealed: Buffer
  hash: Buffer
}

/** Seals and opens personal numbers. What one kind's column holds can be copied to another of that kind. */
export interface Sealer {
  seal(kind: MaskedKind, whole: string): SealedNumber
  /** Gives the whole number; throws where it was sealed with another key. */
  open(kind: MaskedKind, sealed: Buffer): string
  /** Gives the hash by which a whole number is found, however it was typed. */
  hash(kind: MaskedKind, whole: string): Buffer
  /** Seals a file that may hold such numbers, under its name. */
  sealFile(name: string, bytes: Buffer): Buffer
  openFile(name: string, sealed: Buffer): Buffer
  /** Tells texts apart, in 16 hexadecimal digits, and nothing of what is in them. */
  digest(text: string): string
  /** Tells keys apart and nothing of the key. */
  fingerprint: string
}

const HASH_BYTES = 16

/** Gives the sealer of a root key. */
export const sealerWith = (root: Buffer): Sealer => {
  const [sealing, finding] = ['personal', 'personal find'].map((use) => derivedKey(root, use)) as [Buffer, Buffer]
  const keyed = (text: string): Buffer => createHmac('sha256', finding).update(text).digest().subarray(0, HASH_BYTES)
  const hash = (kind: MaskedKind, whole: string): Buffer => keyed(`${kind}:${cleanNumber(whole)}`)
  return {
    seal: (kind, whole) => ({ shown: personalNumbers[kind].mask(whole), sealed: encrypt(sealing, kind, whole), hash: hash(kind, whole) }),
    open: (kind, sealed) => decrypt(sealing, kind, sealed).toString(),
    sealFile: (name, bytes) => encrypt(sealing, `file ${name}`, bytes),
    openFile: (name, sealed) => decrypt(sealing, `file ${name}`, sealed),
    hash,
    digest: (text) => keyed(`digest ${text}`).toString('hex').slice(0, 16),
    fingerprint: keyed('fingerprint').toString('hex'),
  }
}

export const readSealer = async (holder: KeyHolder): Promise<Sealer> => sealerWith(await rootKey(holder))

/** By what a pool's query builder and all its transactions have in common. */
const sealers = new WeakMap<object, Sealer>()

/** Gives a store the sealer of its personal numbers. */
export const giveSealer = (db: Queryable, sealer: Sealer): void => {
  sealers.set(db.getExecutor().adapter, sealer)
}

/** Gives the sealer of the store that a query runs on; throws where it was opened without its key. */
export const sealerOf = (db: Queryable): Sealer => {
  const found = sealers.get(db.getExecutor().adapter)
  if (!found) throw new Error('the store was opened without the key of its personal numbers')
  return found
}
