import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Blobs } from '../files/blobs.ts'
import { aloneAtBackup, connectionOf, pathsOf, streamBase } from '../store/embedded/index.ts'
import { KEY_FILE } from '../store/sealing/secretKey.ts'
import { BackupError } from './backupError.ts'
import { copyFiles, dropFiles } from './keptFiles.ts'
import { type Base, baseNames, basesOf, FILES, filesOf, places, readSegmentName, segmentOf } from './repository.ts'
import { needRoom, onOneDisk } from './room.ts'
import { sealKey } from './sealedKey.ts'
import { filedOf } from './summed.ts'

/** What is copied, and whereto. */
export interface Backing {
  dataDir: string
  /** The uploaded files. */
  files: Blobs
  /** The place of backups. */
  to: Blobs
  /** Seals the root key; empty: it does not go along. */
  passphrase: string
  /** Of the copies so many stay. */
  keep: number
}

const stampOf = (moment: Date): string => moment.toISOString().replaceAll(/[-:]|\.\d+/g, '')

/** The words to open it, kept where PostgreSQL's own are; the root key only under the passphrase. */
const addSecrets = async ({ dataDir, passphrase, to }: Backing, base: string): Promise<Base['key']> => {
  await to.put(`${base}/pg.password`, await readFile(pathsOf(dataDir).password))
  const key = await readFile(join(dataDir, KEY_FILE), 'utf8').catch(() => null)
  if (key === null || passphrase === '') return 'none'
  await to.put(`${base}/${KEY_FILE}.sealed`, Buffer.from(sealKey(key, passphrase)))
  return 'sealed'
}

/** Removes a copy, what makes it one first: then it is none, however far the rest comes. */
const removeBase = async (to: Blobs, name: string): Promise<void> => {
  await to.remove(places.note(name))
  await to.clear(places.base(name))
}

/** Removes copies beyond those that are kept, and of the log and the files what none of these needs. */
const prune = async ({ to, keep }: Backing): Promise<void> => {
  const bases = await basesOf(to)
  const kept = bases.slice(-keep)
  for (const { name } of bases.slice(0, -keep)) await removeBase(to, name)
  const first = Math.min(...kept.map(({ segment }) => segment))
  for (const { path } of await to.list(places.wal)) {
    const read = readSegmentName(path.slice(places.wal.length + 1).slice(0, 24))
    if (read && read.segment < first) await to.remove(path)
  }
  const [oldest] = kept
  if (!oldest || bases.length === kept.length) return
  const listed = await Promise.all(kept.map((base) => filesOf(to, base)))
  // What came since the oldest may be wanted for a moment between two copies, though neither has it.
  await dropFiles(to, new Set(listed.flat().map(({ path }) => path)), oldest.finished_at)
}

/** Copies into a place, the note that makes it a copy last. */
const makeWhole = async (backing: Backing): Promise<Base> => {
  const { dataDir, files, to } = backing
  const begun = new Date()
  const name = stampOf(begun)
  const bases = await basesOf(to)
  // Of a copy that was cut off.
  for (const left of await baseNames(to)) if (!bases.some((base) => base.name === left)) await removeBase(to, left)
  const place = places.base(name)
  try {
    const { timeline, start, bytes, sha256 } = await streamBase(connectionOf(dataDir), (file, content) =>
      to.put(`${place}/${file}`, content),
    )
    const key = await addSecrets(backing, place)
    // After the database: what it names is there.
    const { all } = await copyFiles(files, to, null)
    const former = bases.at(-1)
    const before = former ? await filesOf(to, former) : []
    const filed = await filedOf(files, all, new Map(before.map((file) => [file.path, file])))
    await to.put(`${place}/${FILES}`, Buffer.from(JSON.stringify(filed)))
    const finished_at = Math.ceil(Date.now() / 1000)
    const seconds = Math.round((Date.now() - begun.getTime()) / 1000)
    const base: Base = { name, finished_at, timeline, segment: segmentOf(start), bytes, sha256, seconds, key, files: filed.length }
    await to.put(places.note(name), Buffer.from(`${JSON.stringify(base)}\n`))
  } catch (error) {
    await removeBase(to, name).catch(() => undefined)
    throw error
  }
  await prune(backing)
  const made = (await basesOf(to)).find((base) => base.name === name)
  if (!made) throw new BackupError(`${to.where} 里没有刚做好的备份 ${name}`)
  return made
}

/**
 * Copies the database that runs on a data directory into a place of backups, with the files that were uploaded; people go on working. Gives null, and does nothing, where a backup
 * is being made already. Throws BackupError where it would leave the database no room on its disk; what PostgreSQL says of a page whose sum is wrong; and what the place says.
 */
export const makeBase = async (backing: Backing): Promise<Base | null> => {
  const { dataDir, to } = backing
  return aloneAtBackup(connectionOf(dataDir), async (bytes) => {
    const folder = to.pathOf('')
    if (folder !== null && (await onOneDisk(dataDir, folder))) await needRoom(folder, bytes, '备份')
    return makeWhole(backing)
  })
}

/** The same, where only a copy that is made now will do. Throws BackupError where another is being made, too. */
export const makeOwnBase = async (backing: Backing): Promise<Base> => {
  const base = await makeBase(backing)
  if (!base) throw new BackupError('另一个备份正在进行，请等它做完')
  return base
}
