import { createHmac, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { isPlainObject } from '../../src/core/check/shape.ts'
import { secondOf } from '../../src/protocol/dates.ts'
import { s3Address } from '../envReaders.ts'
import type { Blobs } from '../files/blobs.ts'
import { folderBlobs } from '../files/folderBlobs.ts'
import { isWithin } from '../files/isWithin.ts'
import { type S3Config, type S3Place, s3Blobs, s3PlaceOf } from '../outbound/s3Blobs.ts'
import type { Database } from '../store/connection/database.ts'
import { BackupError } from './backupError.ts'
import { latestOf, readText } from './repository.ts'
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

/** Who writes into a place of backups. */
export interface Writer {
  /** PostgreSQL's own number of the database, which its copies keep. */
  system: string
  /** The data directory's own, which its copies do not have: a store that was restored elsewhere is another. */
  writer: string
}

/** What a place says of whose it is. */
interface Mark extends Pick<Writer, 'system'> {
  /** null where an older version of anju did not say. */
  writer: string | null
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
  const writer = isText(said.writer) ? said.writer : null
  return { system: said.system, writer, salt: isText(said.salt) ? said.salt : null, check: isText(said.check) ? said.check : null }
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

const newMark = (by: Writer, passphrase: string | null): Mark => {
  if (passphrase === null) return { ...by, salt: null, check: null }
  const salt = randomBytes(16).toString('hex')
  return { ...by, salt, check: checkOf(keyOf(passphrase, salt)) }
}

/** Whoever archived nothing for so long writes no more. */
const SILENT_SECONDS = 600

/**
 * Throws BackupError where another data directory, with a copy of the same database, writes into a place: the log of the two would mix, and the newest backup be now the one's, now the
 * other's.
 */
const checkSilent = async (place: Blobs, mark: Mark, { writer }: Writer): Promise<void> => {
  if (mark.writer === null || mark.writer === writer) return
  const at = (await latestOf(place))?.at ?? 0
  if (Math.abs(Math.floor(Date.now() / 1000) - at) < SILENT_SECONDS)
    throw new BackupError(
      `${place.where} 正由同一个数据库的另一处备份着（${secondOf(at)}）：这里若是恢复出来看的，请换一个目录或前缀，或不再备份；那一处停了的，十分钟后这里自动接着备份`,
    )
}

/** Gives the key that opens what a place has sealed. Throws BackupError where the passphrase is another. */
const keyFor = ({ where }: Blobs, passphrase: string, mark: Mark | null): Buffer => {
  const key = keyOf(passphrase, mark?.salt ?? '')
  if (!isRight(key, mark?.check ?? '')) throw new BackupError(`口令打不开 ${where} 里的备份：请用备份时的那一个（BACKUP_PASSPHRASE）`)
  return key
}

/** Throws BackupError where a folder lies where a restore would take it away with the rest. */
export const refuseInside = (dataDir: string, folder: string): void => {
  if (isWithin(realpathSync(dataDir), resolve(folder))) throw new BackupError('备份不能放在 DATA_DIR 里：请换一个目录，最好在另一块磁盘上')
}

/** Gives who a node is to a place of backups: its database, and its data directory. */
export const writerAt = async (db: Database, dataDir: string): Promise<Writer> => {
  const { rows } = await sql<{ system: string }>`select system_identifier::text as system from pg_control_system()`.execute(db)
  const path = join(dataDir, 'backup.id')
  // Of nodes that begin at once one makes it.
  await writeFile(path, randomBytes(8).toString('hex'), { mode: 0o600, flag: 'wx', flush: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return { system: rows[0]?.system ?? '', writer: (await readFile(path, 'utf8')).trim() }
}

/**
 * Opens a place of backups, to read (`by` null) or to write, for which it is marked. What goes to S3 is sealed. Throws BackupError where it is another
 * database's, another data directory writes into it, or the passphrase is not its own; and as `s3Blobs` does.
 */
export const openPlace = async ({ spec, outboundHosts, passphrase }: Opening, by: Writer | null): Promise<Blobs> => {
  const isRemote = 's3' in spec
  const blobs = isRemote ? s3Blobs({ outboundHosts }, spec.s3) : folderBlobs(spec.folder)
  if (isRemote && passphrase === '')
    throw new BackupError('备份到 S3 须有口令（BACKUP_PASSPHRASE，或“数据安全”里的备份口令）：没有它不外传')
  const found = await readMark(blobs)
  if (found && by && found.system !== by.system)
    throw new BackupError(
      `${blobs.where} 里是另一个数据库的备份（或本库由归档做出、换 PostgreSQL 大版本以前的）：请换一个目录或前缀，两个数据库不能混在一起`,
    )
  const mark = found ?? (by && newMark(by, isRemote ? passphrase : null))
  if (!mark && isRemote) throw new BackupError(`${blobs.where} 里没有备份`)
  const place = isRemote ? sealedBlobs(blobs, keyFor(blobs, passphrase, mark)) : blobs
  if (!by || !mark) return place
  if (found) await checkSilent(place, found, by)
  if (found?.writer !== by.writer) await blobs.put(MARK, Buffer.from(`${JSON.stringify({ ...mark, writer: by.writer })}\n`))
  return place
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
