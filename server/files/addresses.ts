import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Session } from '../caller/session.ts'
import type { Queryable } from '../store/connection/database.ts'
import { type KeyHolder, keyFor } from '../store/sealing/secretKey.ts'
import type { Size } from './disk.ts'

/** Where a browser fetches a picture, in both sizes. */
export interface Addresses {
  url: string
  thumb: string
}

/** What an address says. */
export interface Address {
  id: number
  size: Size
  /** When it ends, in seconds since the epoch. */
  until: number
  sign: string
}

/** An address lasts for one to two of these; within one it stays the same, so that a browser fetches a picture once. */
const SPAN_SECONDS = 1800

const keys = new WeakMap<KeyHolder, Promise<Buffer>>()

const keyOf = (config: KeyHolder): Promise<Buffer> => {
  const key = keys.get(config) ?? keyFor(config, 'files')
  keys.set(config, key)
  return key
}

/** Images are fetched with the browser's cookie, in a tab that looks as another role too: its addresses are of the session it came from. */
const browserOf = async (db: Queryable, { tokenHash, asRole }: Session): Promise<Buffer> => {
  if (asRole === null) return tokenHash
  const { rows } = await sql<{ hash: Buffer }>`
    select coalesce(opened_from, token_hash) as hash from session where token_hash = ${tokenHash}
  `.execute(db)
  return rows[0]?.hash ?? tokenHash
}

const signOf = (key: Buffer, browser: Buffer, { id, size, until }: Omit<Address, 'sign'>): string =>
  createHmac('sha256', key).update(`${id}/${size}/${until}/`).update(browser).digest('base64url')

/** Gives what makes the addresses of pictures that a session may see: nobody else's, and only for a time (docs/protocol.md). */
export const addressing = async (db: Queryable, config: KeyHolder, session: Session, now: number): Promise<(id: number) => Addresses> => {
  const [key, browser] = await Promise.all([keyOf(config), browserOf(db, session)])
  const until = (Math.floor(now / SPAN_SECONDS) + 2) * SPAN_SECONDS
  const addressOf = (id: number, size: Size): string =>
    `/files/${id}/${size}?until=${until}&sign=${signOf(key, browser, { id, size, until })}`
  return (id) => ({ url: addressOf(id, 'full'), thumb: addressOf(id, 'thumb') })
}

/** Whether this very address was given to this session. */
export const isGiven = async (db: Queryable, config: KeyHolder, session: Session, address: Address): Promise<boolean> => {
  const [key, browser] = await Promise.all([keyOf(config), browserOf(db, session)])
  const [right, told] = [signOf(key, browser, address), address.sign].map((text) => Buffer.from(text)) as [Buffer, Buffer]
  return right.length === told.length && timingSafeEqual(right, told)
}
