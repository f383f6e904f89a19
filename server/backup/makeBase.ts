import { realpathSync } from 'node:fs'
import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { aloneAtBackup, connectionOf, pathsOf, streamBase } from '../store/embedded/index.ts'
import { KEY_FILE } from '../store/sealing/secretKey.ts'
import { BackupError } from './backupError.ts'
import { copyFiles, dropFiles } from './keptFiles.ts'
import { makeFolder } from './makeFolder.ts'
import { type Base, basesOf, FILES, filesOf, placesIn, readSegmentName, segmentOf } from './repository.ts'
import { sealKey } from './sealedKey.ts'
import { settled } from './settled.ts'
import { filedOf } from './summed.ts'

/** What is copied, and whereto. */
export interface Backing {
  dataDir: string
  folder: string
  /** Seals the root key; empty: it does not go along. */
  passphrase: string
  /** Of the copies so many stay. */
  keep: number
}

const stampOf = (moment: Date): string => moment.toISOString().replaceAll(/[-:]|\.\d+/g, '')

/** The words to open it, kept where PostgreSQL's own are; the root key only under the passphrase. */
const addSecrets = async ({ dataDir, passphrase }: Backing, to: string): Promise<Base['key']> => {
  await copyFile(pathsOf(dataDir).password, join(to, 'pg.password'))
  const key = await readFile(join(dataDir, KEY_FILE), 'utf8').catch(() => null)
  if (key === null || passphrase === '') return 'none'
  await writeFile(join(to, `${KEY_FILE}.sealed`), sealKey(key, passphrase), { mode: 0o600, flush: true })
  return 'sealed'
}

/** Removes copies beyond those that are kept, and of the log and the files what none of these needs. */
const prune = async ({ folder, keep }: Backing): Promise<void> => {
  const places = placesIn(folder)
  const bases = await basesOf(folder)
  const kept = bases.slice(-keep)
  for (const { name } of bases.slice(0, -keep)) await rm(places.base(name), { recursive: true })
  const first = Math.min(...kept.map(({ segment }) => segment))
  for (const name of await readdir(places.wal).catch(() => [])) {
    const read = readSegmentName(name.slice(0, 24))
    if (read && read.segment < first) await rm(join(places.wal, name))
  }
  const [oldest] = kept
  if (!oldest || bases.length === kept.length) return
  const listed = await Promise.all(kept.map((base) => filesOf(folder, base)))
  // What came since the oldest may be wanted for a moment between two copies, though neither has it.
  await dropFiles(places.files, new Set(listed.flat().map(({ path }) => path)), oldest.finished_at)
}

/** Copies into a folder that has its name when it is whole. */
const makeWhole = async (backing: Backing): Promise<Base> => {
  const { dataDir, folder } = backing
  const places = placesIn(folder)
  const begun = new Date()
  const name = stampOf(begun)
  const part = `${places.base(name)}.part`
  await makeFolder(places.bases).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`备份目录 ${folder} 不可用（${error.code}）：请改正其权限，或换一个目录`)
  })
  // Of a copy that was cut off.
  for (const left of await readdir(places.bases))
    if (left.endsWith('.part')) await rm(join(places.bases, left), { recursive: true, force: true })
  await makeFolder(part)
  try {
    const { timeline, start, bytes, sha256 } = await streamBase(connectionOf(dataDir), part)
    const key = await addSecrets(backing, part)
    // After the database: what it names is there.
    const { paths } = await copyFiles(join(dataDir, 'files'), places.files)
    const former = (await basesOf(folder)).at(-1)
    const before = former ? await filesOf(folder, former) : []
    const files = await filedOf(places.files, paths, new Map(before.map((file) => [file.path, file])))
    await writeFile(join(part, FILES), JSON.stringify(files), { mode: 0o600, flush: true })
    const finished_at = Math.ceil(Date.now() / 1000)
    const seconds = Math.round((Date.now() - begun.getTime()) / 1000)
    const base: Base = { name, finished_at, timeline, segment: segmentOf(start), bytes, sha256, seconds, key, files: files.length }
    await writeFile(join(part, 'base.json'), `${JSON.stringify(base)}\n`, { mode: 0o600, flush: true })
    await settled(part, places.base(name))
    await prune(backing)
    return base
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  }
}

/**
 * Copies the database that runs on a data directory into a folder of backups, with the files that were uploaded; people go on working. Throws BackupError where the folder cannot be used, or a backup is being made
 * already; and what PostgreSQL says of a page whose sum is wrong.
 */
export const makeBase = async (backing: Backing): Promise<Base> => {
  const way = relative(realpathSync(backing.dataDir), resolve(backing.folder))
  if (way === '' || !(way.startsWith('..') || isAbsolute(way)))
    throw new BackupError('备份不能放在 DATA_DIR 里：请换一个目录，最好在另一块磁盘上')
  const base = await aloneAtBackup(connectionOf(backing.dataDir), () => makeWhole(backing))
  if (!base) throw new BackupError('另一个备份正在进行，请等它做完')
  return base
}
