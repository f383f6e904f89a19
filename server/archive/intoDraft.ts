import { chmodSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { audit } from '../audit.ts'
import { DRAFT } from '../backup/drafts.ts'
import { bringUpStore } from '../bringUpStore.ts'
import type { Blobs } from '../files/blobs.ts'
import { ownFolder } from '../files/filePlace.ts'
import { type Connection, type Database, kyselyOn, openPool } from '../store/connection/database.ts'
import { openOwn } from '../store/connection/ownConnection.ts'
import { type Log, startEmbedded } from '../store/embedded/index.ts'
import { KEY_FILE, type KeyHolder } from '../store/sealing/secretKey.ts'
import { PARTS } from './archived.ts'
import { ArchiveError } from './archiveError.ts'
import { counter } from './counted.ts'
import { noteWhole } from './half.ts'
import { isEmptyDatabase, loadArchive } from './loadArchive.ts'
import type { Archive } from './readArchive.ts'

/** How the store of an archive is made. */
export interface Making extends KeyHolder {
  /** Left as the version had it that wrote the archive, which alone goes on with it: the way back from an upgrade. */
  isAsItWas: boolean
  /** Looks at the store as this code has it, before it is closed. */
  look?: (db: Database) => Promise<void>
}

/**
 * Makes the store of an archive in an empty database, brings it up to this code and counts all that it keeps anew; gives what the audit says. Throws ArchiveError
 * where the database is not empty, or the audit finds something: then it stays marked as half done.
 */
export const fillDatabase = async (connection: Connection, archive: Archive, making: Making): Promise<string> => {
  const own = await openOwn(connection, null)
  try {
    if (!(await isEmptyDatabase(own))) throw new ArchiveError('这个数据库不是空的：unarchive 只进空库，请另建一个空库，或换一个 DATA_DIR')
    await loadArchive(own, archive, { isWhole: making.isAsItWas })
  } finally {
    own.cut()
  }
  if (making.isAsItWas) return `没有升级，没有对账：请换回 ${archive.release} 的代码启动`
  const db = kyselyOn(openPool(connection, 1))
  try {
    await bringUpStore(db, making)
    const { text, isRight } = await audit(db)
    if (!isRight) throw new ArchiveError(`做出来的数据自相矛盾：\n${text}`)
    await noteWhole(db)
    await making.look?.(db)
    return text
  } finally {
    await db.destroy()
  }
}

/** Puts the uploaded files of an archive where files are kept; those that are there have the same name for the same content. */
export const placeFiles = async (archive: Archive, kept: Blobs): Promise<void> => {
  for (const { path, sha256 } of archive.files ?? []) {
    const through = counter()
    await Promise.all([pipeline(await archive.open(PARTS.file(path)), through), kept.put(path, through)])
    if (through.counted().sha256 === sha256) continue
    await kept.remove(path)
    throw new ArchiveError(`${archive.path} 已损坏：文件 ${path} 与写下时不同`)
  }
}

/**
 * Makes the store of an archive in a new folder below a data directory, whole and stopped, ready to take its place (backup/takePlace.ts); gives the folder and what the
 * audit says. Where it fails nothing stays. Throws as `fillDatabase` does.
 */
export const makeDraft = async (
  { dataDir, ...making }: Making,
  archive: Archive,
  cameKey: string | null,
  log: Log,
): Promise<{ draft: string; text: string }> => {
  const draft = await mkdtemp(join(dataDir, DRAFT.archive))
  try {
    // As root PostgreSQL runs as another user, who has to walk through.
    chmodSync(draft, 0o711)
    if (cameKey !== null) await writeFile(join(draft, KEY_FILE), cameKey, { mode: 0o600, flush: true })
    const embedded = await startEmbedded({ dataDir: draft, log })
    const text = await fillDatabase(embedded.connection, archive, { ...making, dataDir: cameKey === null ? dataDir : draft }).finally(() =>
      embedded.stop(),
    )
    await placeFiles(archive, ownFolder(draft))
    return { draft, text }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}
