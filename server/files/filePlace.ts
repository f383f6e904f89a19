import { join } from 'node:path'
import type { Blobs, Listed } from './blobs.ts'
import { folderBlobs } from './folderBlobs.ts'

/** Places that were given, by the data directory of the node that has them. */
const given = new Map<string, Blobs>()

/** Gives the folder of files in a data directory, which is their place where no other is given. */
export const ownFolder = (dataDir: string): Blobs => folderBlobs(join(dataDir, 'files'))

/** Has a node keep its files elsewhere than in the folder of its data directory. */
export const giveFiles = (dataDir: string, blobs: Blobs): void => void given.set(dataDir, blobs)

/** Gives where a node keeps its files: uploads, papers, exports and imports. */
export const filesAt = (dataDir: string): Blobs => given.get(dataDir) ?? ownFolder(dataDir)

const byPath = (all: readonly Listed[]): Listed[] =>
  [...new Map(all.map((one) => [one.path, one])).values()].toSorted((a, b) => (a.path < b.path ? -1 : 1))

/**
 * Gives a place for files that are on their way from another: what is new goes to `first`, what is not there yet is read from `other`, and what is removed is removed in both. Files are
 * named by their content or their job, so that the two never differ.
 */
export const fallingBack = (first: Blobs, other: Blobs): Blobs => ({
  ...first,
  get: async (path) => (await first.get(path)) ?? (await other.get(path)),
  has: async (path, bytes) => (await first.has(path, bytes)) || (await other.has(path, bytes)),
  list: async (below) => byPath([...(await other.list(below)), ...(await first.list(below))]),
  folders: async (below) => [...new Set([...(await first.folders(below)), ...(await other.folders(below))])],
  async clear(below) {
    await first.clear(below)
    await other.clear(below)
  },
  // What is not there may be in the other: whoever needs it on this machine reads it.
  pathOf: () => null,
  async remove(path) {
    await first.remove(path)
    await other.remove(path)
  },
})

/** Copies what one place has and another has not; gives how many were copied and how many were there. */
export const moveFiles = async (
  from: Blobs,
  to: Blobs,
  tell: (done: number, total: number) => void,
): Promise<{ copied: number; there: number }> => {
  const all = await from.list('')
  let copied = 0
  for (const [place, { path, bytes }] of all.entries()) {
    const found = (await to.has(path, bytes)) ? null : await from.get(path)
    if (found) {
      await to.put(path, found.stream)
      copied++
    }
    tell(place + 1, all.length)
  }
  return { copied, there: all.length - copied }
}
