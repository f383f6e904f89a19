import { sql } from 'kysely'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { addDays, dateOf } from '../../../src/protocol/dates.ts'
import type { LinkPurpose } from '../../caller/links/link.ts'
import { withdrawLinks } from '../../caller/links/makeLink.ts'
import type { Queryable, Tx } from '../../store/connection/database.ts'
import { sealerOf } from '../../store/sealing/sealer.ts'
import { insertRow } from '../../store/writing/write.ts'

/** Whether the operator lets people in by telephone, as his setting says. */
export interface DoorSetting {
  isOpen: boolean
  /** What people read first. */
  notice: string
  /** How many digits are sent in a day at most: messages cost money. */
  messages: number
}

/** What becomes of a record when its telephone asks, or is shown to be theirs. */
type DoorValues = Readonly<Record<string, unknown>>

/** What is done by people who have no account, each from a telephone that he has shown to be his: what they scan, whom it lets in, and in what words. */
export interface Door {
  /** Its calls are `/api/<name>/…`; its tries are counted, and its digits named, by it. */
  name: string
  /** What it is for, as lists of calls and the log call it. */
  label: string
  /** Of its links. */
  purpose: LinkPurpose
  /**
   * Whose records are telephones: they have `phone`, `p_id`, `photos`, `keep_until`, the states `unproven` (first) and others, and a move `prove`.
   * A link is bound to such a record.
   */
  resource: string
  /** Who holds a link, before the number in 操作日志: 申请人. */
  holder: string
  setting: (db: Queryable) => Promise<DoorSetting>
  /** Gives the record with which a telephone goes on, by the hash of its number. */
  find: (db: Queryable, hash: Buffer) => Promise<number | undefined>
  /** What else its record gets; `p_id` is the project whose code was scanned. */
  values: (db: Queryable, hash: Buffer, p_id: number | undefined) => Promise<DoorValues>
  /** Whether digits go to a telephone. Where they do not, whoever asks is answered as if they did: strangers do not learn whose number is known. */
  reaches?: (db: Queryable, hash: Buffer) => Promise<boolean>
  says: {
    closed: string
    title: string
    digits: (digits: string, minutes: number) => string
    /** That they have been sent too often to this telephone; that as many were sent today as are paid for. */
    tooOften: string
    spent: string
  }
}

/** A telephone's record. */
export interface Standing {
  id: number
  status: number
  /** Masked. */
  phone: string
  p_id: number | null
  /** Photographs that were taken for something, until they are that thing's. */
  photos: number[]
}

/** What is kept for a telephone is kept for so many days after it was last touched; where nobody has shown it to be his, one. */
const KEPT_DAYS = 30
const UNPROVEN_DAYS = 1

/** Gives until when what is kept today is kept. */
export const keptUntil = (now: number, isProven = true): string => addDays(dateOf(now), isProven ? KEPT_DAYS : UNPROVEN_DAYS)

const columnsOf = (door: Door) => {
  const { table, key } = resourceNamed(door.resource)
  return { table: sql.table(table), key: sql.id(key), status: sql.id('status') }
}

/** Gives a telephone's record. Throws where there is none: a link is bound to one that stays. */
export const standingOf = async (db: Queryable, door: Door, id: number, lock = sql``): Promise<Standing> => {
  const { table, key } = columnsOf(door)
  const { rows } = await sql<Standing>`
    select ${key} as id, status, phone, p_id, photos from ${table} where ${key} = ${id} ${lock}
  `.execute(db)
  if (!rows[0]) throw new Error(`${door.resource} ${id} is not there`)
  return rows[0]
}

/** Holds a telephone's record until the transaction ends: what one telephone does it does one after the other. */
export const holdStanding = (tx: Tx, door: Door, id: number): Promise<Standing> => standingOf(tx, door, id, sql`for no key update`)

/** Gives the record with which a telephone goes on, begun where there is none. Two who ask at once wait for each other. */
export const beginStanding = async (tx: Tx, door: Door, phone: string, now: number): Promise<number> => {
  const hash = sealerOf(tx).hash('phone', phone)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${door.name} ${hash.toString('hex')}`}, 826108))`.execute(tx)
  const found = await door.find(tx, hash)
  if (found !== undefined) return found
  const values = { phone, keep_until: keptUntil(now, false), ...(await door.values(tx, hash, undefined)) }
  return insertRow(tx, resourceNamed(door.resource), values, null)
}

/** Has what is kept for a telephone be kept for as long again. */
export const keepLonger = async (tx: Tx, door: Door, id: number, now: number): Promise<void> => {
  const { table, key } = columnsOf(door)
  await sql`update ${table} set keep_until = ${keptUntil(now)}::date, updated_at = epoch_now() where ${key} = ${id}`.execute(tx)
}

/** Keeps a photograph for a telephone until it is something's. */
export const addPhoto = async (tx: Tx, door: Door, id: number, file_id: number): Promise<void> => {
  const { table, key } = columnsOf(door)
  await sql`update file set is_used = true where img_id = ${file_id}`.execute(tx)
  await sql`update ${table} set photos = photos || ${file_id}::integer where ${key} = ${id}`.execute(tx)
}

/** Has a telephone keep no photographs any more; those that are not `kept` by something else are cleaned up. */
export const letPhotosGo = async (tx: Tx, door: Door, id: number, kept: readonly number[] = []): Promise<void> => {
  const { table, key } = columnsOf(door)
  await sql`
    update file set is_used = false
    where img_id in (select unnest(photos) from ${table} where ${key} = ${id}) and not img_id = any(${kept}::integer[])
  `.execute(tx)
  await sql`update ${table} set photos = '{}' where ${key} = ${id}`.execute(tx)
}

/** Has nobody go on with a telephone's record any more: its photographs are cleaned up, and the links to it end. */
export const endStanding = async (tx: Tx, door: Door, id: number): Promise<void> => {
  await letPhotosGo(tx, door, id)
  await withdrawLinks(tx, { resource: door.resource, record_id: id })
}
