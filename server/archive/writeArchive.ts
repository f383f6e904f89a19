import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { PassThrough, Readable, Transform } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { ZipFile } from 'yazl'
import { keptFiles } from '../backup/keptFiles.ts'
import { keepingRoom, onOneDisk } from '../backup/room.ts'
import type { Blobs } from '../files/blobs.ts'
import { settled } from '../files/folderBlobs.ts'
import { releaseOf } from '../store/bringUp/release.ts'
import type { OwnConnection } from '../store/connection/ownConnection.ts'
import { schemaOf, sequencesOf, tablesOf } from '../store/portable/storeSchema.ts'
import { notedKey } from '../store/sealing/keyCheck.ts'
import { type Archived, FORMAT, PARTS } from './archived.ts'
import { type Counted, counter } from './counted.ts'

/** Rows repeat themselves; a higher level takes twice the time for a tenth less. */
const LEVEL = 5
/** What goes along with the rows. */
export interface Beside {
  /** Where uploaded files are kept; null: they stay there. */
  files: Blobs | null
  /** The root key under the operator's passphrase; null: it does not go along. */
  sealedKey: string | null
  /** The data directory of a database that goes on meanwhile, whose disk is not to be filled; null: it is none of this machine's. */
  beside: string | null
}

/** A zip that is written part by part, through what watches it on the way. */
const writing = (path: string, watch: Transform[]) => {
  const zip = new ZipFile()
  const whole = pipeline([zip.outputStream, ...watch, createWriteStream(path, { mode: 0o600, flush: true })])
  // Said again by whoever waits for it.
  whole.catch(() => {})
  const broken = (error: Error): void => void (zip.outputStream as PassThrough).destroy(error)
  zip.on('error', broken)
  return {
    async add(name: string, source: Readable): Promise<Counted> {
      const through = counter()
      const read = pipeline(source, through, { end: true })
      read.catch(broken)
      zip.addReadStream(through, name, { compressionLevel: LEVEL, mtime: new Date(0), mode: 0o600 })
      await Promise.race([Promise.all([read, finished(through)]), whole])
      return through.counted()
    },
    async put(name: string, text: string): Promise<string> {
      zip.addBuffer(Buffer.from(text), name, { compressionLevel: LEVEL, mtime: new Date(0), mode: 0o600 })
      return createHash('sha256').update(text).digest('hex')
    },
    async end(): Promise<void> {
      zip.end()
      await whole
    },
    cut: broken,
  }
}

const columnsOf = (names: readonly string[]) => sql.join(names.map((name) => sql.id(name)))

/** Writes the rows of all tables, as one moment had them, and what they stand in; people go on working meanwhile. */
const addStore = async ({ db, copy }: OwnConnection, add: ReturnType<typeof writing>): Promise<Omit<Archived, 'files'>> => {
  const { rows: said } = await sql<{ at: number; postgres: string }>`
    select extract(epoch from now())::bigint as at, current_setting('server_version') as postgres
  `.execute(db)
  const applied = await sql<{ name: string; hash: string }>`select name, hash from public.applied order by name`.execute(db)
  const key = await notedKey(db)
  const { tables, before, after } = await schemaOf(db)
  const schema = await add.put(PARTS.schema, JSON.stringify({ tables, before, after }, null, 1))
  const written: Archived['tables'] = []
  for (const { name, columns } of tables) {
    const rows = copy(sql`select ${columnsOf(columns)} from public.${sql.id(name)}`, 'text')
    const { lines, sha256 } = await add.add(PARTS.table(name), rows)
    written.push({ name, rows: lines, sha256 })
  }
  return {
    format: FORMAT,
    release: releaseOf(applied.rows),
    postgres: said[0]?.postgres ?? '',
    at: said[0]?.at ?? 0,
    applied: applied.rows,
    key,
    schema,
    tables: written,
    sequences: await sequencesOf(db),
  }
}

/** Writes what was uploaded, after the rows: what they name is there, but for what somebody takes away meanwhile. */
const addFiles = async (kept: Blobs, add: ReturnType<typeof writing>): Promise<NonNullable<Archived['files']>> => {
  const files: NonNullable<Archived['files']> = []
  for (const { path } of await keptFiles(kept)) {
    const found = await kept.get(path)
    if (!found) continue
    const { bytes, sha256 } = await add.add(PARTS.file(path), found.stream)
    files.push({ path, bytes, sha256 })
  }
  return files
}

/** Publishing a page waits for those who read its table; the rows are those of the moment after all are held. */
const hold = async ({ db }: OwnConnection, names: readonly string[]): Promise<void> => {
  await sql`lock table ${sql.join(names.map((name) => sql`public.${sql.id(name)}`))} in access share mode`.execute(db)
}

/**
 * Writes a whole store into one file, which has its name when it is whole; gives what it says of itself. Throws where it cannot be written, or
 * the store has what an archive cannot hold; BackupError where it would leave a database on the same disk no room.
 */
export const writeArchive = async (own: OwnConnection, path: string, { files, sealedKey, beside }: Beside): Promise<Archived> => {
  const part = `${path}.part`
  const folder = dirname(path)
  await rm(part, { force: true })
  const fills = beside !== null && (await onOneDisk(beside, folder))
  const zip = writing(part, fills ? [keepingRoom(folder, '接着归档')] : [])
  try {
    const names = (await tablesOf(own.db)).map(({ name }) => name)
    const store = await own.inSnapshot(async () => {
      await hold(own, names)
      return addStore(own, zip)
    })
    const archived: Archived = { ...store, files: files === null ? null : await addFiles(files, zip) }
    if (sealedKey !== null) await zip.put(PARTS.key, sealedKey)
    await zip.put(PARTS.sum, await zip.put(PARTS.end, JSON.stringify(archived, null, 1)))
    await zip.end()
    await settled(part, path)
    return archived
  } catch (error) {
    zip.cut(error as Error)
    await rm(part, { force: true })
    throw error
  }
}
