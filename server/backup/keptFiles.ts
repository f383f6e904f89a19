import type { Blobs, Listed } from '../files/blobs.ts'
import { places } from './repository.ts'

/** Made anew from the data whenever somebody asks, or of a moment only. */
const PASSING = /^(exports|imports)\//

/** A file's own moment may be of a clock that is not quite ours, and it may have been written while others were copied. */
const OVERLAP_SECONDS = 600

/** Gives the uploaded files that backups keep, in order. */
export const keptFiles = async (files: Blobs): Promise<Listed[]> => (await files.list('')).filter(({ path }) => !PASSING.test(path))

const inBackup = (path: string): string => `${places.files}/${path}`

/**
 * Copies what of the uploaded files a place of backups has not yet; their names tell their content, so that none ever changes. Where `since` (seconds) all older ones are known to be
 * there, only newer ones are looked at. Gives all, and how many were new.
 */
export const copyFiles = async (files: Blobs, to: Blobs, since: number | null): Promise<{ all: Listed[]; copied: number }> => {
  const all = await keptFiles(files)
  const recent = since === null ? all : all.filter(({ at }) => at >= since - OVERLAP_SECONDS)
  let copied = 0
  for (const { path, bytes } of recent) {
    if (await to.has(inBackup(path), bytes)) continue
    const found = await files.get(path)
    // Taken away meanwhile.
    if (!found) continue
    await to.put(inBackup(path), found.stream)
    copied++
  }
  return { all, copied }
}

/** Brings all files that a place of backups has to where files are kept; gives how many were not there. */
export const bringFiles = async (from: Blobs, files: Blobs): Promise<number> => {
  let brought = 0
  for (const { path: whole } of await from.list(places.files)) {
    const path = whole.slice(places.files.length + 1)
    const found = (await files.has(path)) ? null : await from.get(whole)
    if (!found) continue
    await files.put(path, found.stream)
    brought++
  }
  return brought
}

/** Removes what no kept copy has and was there before a moment, in seconds. */
export const dropFiles = async (to: Blobs, kept: ReadonlySet<string>, before: number): Promise<void> => {
  for (const { path, at } of await to.list(places.files))
    if (!kept.has(path.slice(places.files.length + 1)) && at < before) await to.remove(path)
}
