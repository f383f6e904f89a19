import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isAbandoned, type Log, stopLeft, whileStopped, withStartLock } from '../store/embedded/index.ts'
import { finishRestore, isHalfPlaced } from './takePlace.ts'

/** Stores that are made below a data directory, to take the place of the one that is there. */
export const DRAFT = { archive: 'unarchive-', backup: 'restore-' } as const
/** A store that is brought back beside the one that runs, looked at and thrown away. */
const DRILL = 'drill-'
/** In a drill's folder, and touched, as long as it goes on. */
const HELD = 'held'
/** Drills of older versions held nothing. */
const OLD_MS = 86_400_000

const isDraft = (name: string): boolean => Object.values(DRAFT).some((begin) => name.startsWith(begin))

const remove = async (folder: string, log: Log): Promise<void> => {
  await stopLeft(folder, log)
  await rm(folder, { recursive: true, force: true })
}

/**
 * Finishes what had begun to take the place of the store, and removes what else was left of a try that was cut off, its server with it. Call it while nobody can start one on
 * this data directory.
 */
export const settleDrafts = async (dataDir: string, log: Log): Promise<void> => {
  await finishRestore(dataDir)
  for (const name of await readdir(dataDir)) if (isDraft(name)) await remove(join(dataDir, name), log)
}

const isLeft = async (folder: string): Promise<boolean> => {
  const held = join(folder, HELD)
  return existsSync(held) ? isAbandoned(held) : Date.now() - (await stat(folder)).mtimeMs > OLD_MS
}

/** Removes drills that were killed, their servers with them: each would keep a whole copy of the database, and its memory. */
const removeDrills = async (dataDir: string, log: Log): Promise<void> => {
  for (const name of await readdir(dataDir)) {
    const folder = join(dataDir, name)
    if (name.startsWith(DRILL) && (await isLeft(folder))) await remove(folder, log)
  }
}

/** Does the same before a store is opened, where there is anything and nothing runs on the data directory. */
export const clearDrafts = async (dataDir: string, log: Log): Promise<void> => {
  const names = await readdir(dataDir).catch(() => [])
  if (isHalfPlaced(dataDir) || names.some(isDraft)) await whileStopped(dataDir, () => settleDrafts(dataDir, log))
  if (names.length > 0) await removeDrills(dataDir, log)
}

/** Does some work in a drill's folder, which is thrown away; of a drill that was killed the next one does that. */
export const inDrill = async <T>(dataDir: string, log: Log, work: (folder: string) => Promise<T>): Promise<T> => {
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  await removeDrills(dataDir, log)
  const folder = await mkdtemp(join(dataDir, DRILL))
  try {
    return await withStartLock(join(folder, HELD), () => work(folder))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
