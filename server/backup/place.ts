import { createHmac, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { isPlainObject } from '../../src/core/check/shape.ts'
import { s3Address } from '../envReaders.ts'
import type { Blobs } from '../files/blobs.ts'
import { folderBlobs } from '../files/folderBlobs.ts'
import { isWithin } from '../files/isWithin.ts'
import { type S3Config, type S3Place, s3Blobs, s3PlaceOf } from '../outbound/s3Blobs.ts'
import type { Database } from '../store/connection/database.ts'
import { BackupError } from './backupError.ts'
import { readText } from './repository.ts'
import { sealedBlobs } from './sealedBlobs.ts'
import { COST } from './sealedKey.ts'

/** Where backups go. */
export type PlaceSpec = { folder: string } | { s3: S3Place }

/** What opening a place needs to know. */
export interface Opening {
  spec: PlaceSpec
  outboundHosts: readonly string[]
  /** Seals what goes to S3, and the root key anywhere; empty: there is none. */
  passphrase: string
}

/** What a place says of whose it is. */
interface Mark {
  /** PostgreSQL's own number of the database, which its copies keep. */
  system: string
  /** With these the key is made from the passphrase, and known to be the right one. */
  salt: string | null
  check: string | null
}

/** By which a place is known as a database's. */
export const MARK = 'store.json'

const isText = (said: unknown): said is string => typeof said === 'string'

const readMark = async (blobs: Blobs): Promise<Mark | null> => {
  const text = await readText(blobs, MARK)
  if (text === null) return null
  let said: unknown = null
  try {
    said = JSON.parse(text)
  } catch {
    // Said below.
  }
  if (!isPlainObject(said) || !isText(said.system)) throw new BackupError(`${blobs.where} 里的 ${MARK} 已损坏`)
  return { system: said.system, salt: isText(said.salt) ? said.salt : null, check: isText(said.check) ? said.check : null }
}

/** Half a second of work each: a node asks every minute. */
const keys = new Map<string, Buffer>()

const keyOf = (passphrase: string, salt: string): Buffer => {
  const name = createHmac('sha256', salt).update(passphrase).digest('hex')
  const key = keys.get(name) ?? scryptSync(passphrase, Buffer.from(salt, 'hex'), 32, COST)
  keys.set(name, key)
  return key
}

const checkOf = (key: Buffer): string => createHmac('sha256', key).update('anju backup').digest('hex')

const isRight = (key: Buffer, check: string): boolean => {
  const [mine, told] = [Buffer.from(checkOf(key)), Buffer.from(check)]
  return mine.length === told.length && timingSafeEqual(mine, told)
}

const newMark = (system: string, passphrase: string | null): Mark => {
  if (passphrase === null) return { system, salt: null, check: null }
  const salt = randomBytes(16).toString('hex')
  return { system, salt, check: checkOf(keyOf(passphrase, salt)) }
}

/** Throws BackupError where a folder lies where a restore would take it away with the rest. */
export const refuseInside = (dataDir: string, folder: string): void => {
  if (isWithin(realpathSync(dataDir), resolve(folder))) throw new BackupError('备份不能放在 DATA_DIR 里：请换一个目录，最好在另一块磁盘上')
}

/** Gives PostgreSQL's own number of a database. */
export const systemOf = async (db: Database): Promise<string> => {
  const { rows } = await sql<{ system: string }>`select system_identifier::text as system from pg_control_system()`.execute(db)
  return rows[0]?.system ?? ''
}

/**
 * Opens a place of backups, to read (`system` null) or for the database of that number, which it is marked with when it is new. What goes to S3 is sealed. Throws BackupError where it is another
 * database's, or the passphrase is not its own; and as `s3Blobs` does.
 */
export const openPlace = async ({ spec, outboundHosts, passphrase }: Opening, system: string | null): Promise<Blobs> => {
  const isRemote = 's3' in spec
  const blobs = isRemote ? s3Blobs({ outboundHosts }, spec.s3) : folderBlobs(spec.folder)
  if (isRemote && passphrase === '')
    throw new BackupError('备份到 S3 须有口令（BACKUP_PASSPHRASE，或“数据安全”里的备份口令）：没有它不外传')
  const found = await readMark(blobs)
  if (found && system !== null && found.system !== system)
    throw new BackupError(
      `${blobs.where} 里是另一个数据库的备份（或本库由归档做出、换 PostgreSQL 大版本以前的）：请换一个目录或前缀，两个数据库不能混在一起`,
    )
  const mark = found ?? (system === null ? null : newMark(system, isRemote ? passphrase : null))
  if (!mark && isRemote) throw new BackupError(`${blobs.where} 里没有备份`)
  if (mark && !found) await blobs.put(MARK, Buffer.from(`${JSON.stringify(mark)}\n`))
  if (!isRemote) return blobs
  const key = keyOf(passphrase, mark?.salt ?? '')
  if (!isRight(key, mark?.check ?? '')) throw new BackupError(`口令打不开 ${blobs.where} 里的备份：请用备份时的那一个（BACKUP_PASSPHRASE）`)
  return sealedBlobs(blobs, key)
}

/** Gives where an operator says that backups are: a folder, or s3://bucket/prefix with the store's address and key in the environment. Throws BackupError for what is neither. */
export const placeFrom = (text: string, config: S3Config): PlaceSpec => {
  if (!text.startsWith('s3://')) return { folder: resolve(text) }
  const address = s3Address(text)
  if (!address) throw new BackupError('S3 的地址请写成 s3://存储桶/前缀')
  const s3 = s3PlaceOf(config, address)
  if (!s3)
    throw new BackupError(
      '备份在 S3 的，请在环境变量里给出 S3_ENDPOINT（https://…）、S3_ACCESS_KEY、S3_SECRET，区域不是 auto 的另给 S3_REGION',
    )
  return { s3 }
}
