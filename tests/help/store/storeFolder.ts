import { accessSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const DISK = '/var/tmp'
/** Several times what the stores of a run take together. */
const ROOM = 4 * 2 ** 30

/** Where root runs them, PostgreSQL's programs lie in the store's folder: a place that lets none run is none for stores. */
const letsProgramsRun = (place: string): boolean => {
  const probe = join(mkdtempSync(join(place, 'anju-probe-')), 'program')
  writeFileSync(probe, '', { mode: 0o755 })
  try {
    accessSync(probe, constants.X_OK)
    return true
  } catch {
    return false
  } finally {
    rmSync(join(probe, '..'), { recursive: true })
  }
}

const hasRoom = (place: string): boolean => {
  const { bavail, bsize } = statfsSync(place)
  return Math.min(bavail * bsize, freemem()) > ROOM
}

const isFit = (place: string): boolean => {
  try {
    return hasRoom(place) && letsProgramsRun(place)
  } catch {
    return false
  }
}

const place = isFit(MEMORY) ? MEMORY : DISK

/**
 * Makes a folder for a store, in memory where there is room. A database is 1,400 files, and ext4 goes past every inode that was deleted in
 * the last minutes before it gives out a new one: where databases come and go by the hundred, making one on a disk costs a second of CPU.
 */
export const storeFolder = (name: string): string => mkdtempSync(join(place, `anju-${name}-`))
