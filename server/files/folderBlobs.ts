import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Blobs, Listed } from './blobs.ts'

const DRAFT = '.part'

/** Has a file or folder on the disk; gives its length in bytes. */
export const synced = async (path: string): Promise<number> => {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
    return (await handle.stat()).size
  } finally {
    await handle.close()
  }
}

/** Gives a finished file or folder its name, on the disk: what has that name is whole, whenever the power fails. */
export const settled = async (part: string, path: string): Promise<void> => {
  await synced(part)
  await rename(part, path)
  // Windows has no fsync for directories.
  if (process.platform !== 'win32') await synced(dirname(path))
}

const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')

const listIn = async (folder: string, below: string): Promise<Listed[]> => {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  const found: Listed[] = []
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory()) found.push(...(await listIn(folder, path)))
    else if (entry.isFile() && !entry.name.endsWith(DRAFT)) {
      const known = await stat(join(folder, path)).catch(() => null)
      // Taken away meanwhile.
      if (known) found.push({ path, bytes: known.size, at: Math.floor(known.mtimeMs / 1000) })
    }
  }
  return found
}

/** Gives the files under a folder, into which nobody else may look. */
export const folderBlobs = (folder: string): Blobs => ({
  where: folder,
  async put(path, content) {
    const target = join(folder, path)
    const source = content instanceof Readable ? content : Readable.from([content])
    // Two may write the same at once.
    const draft = `${target}.${randomUUID()}${DRAFT}`
    try {
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await pipeline(source, createWriteStream(draft, { mode: 0o600, flush: true, highWaterMark: 2 ** 20 }))
      await settled(draft, target)
    } catch (error) {
      // What was not begun to be read would stay open.
      source.destroy()
      await rm(draft, { force: true })
      throw error
    }
  },
  async take(path, file) {
    const target = join(folder, path)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await settled(file, target)
  },
  async get(path) {
    const handle = await open(join(folder, path)).catch((error: unknown) => {
      if (isMissing(error)) return null
      throw error
    })
    return handle && { bytes: (await handle.stat()).size, stream: handle.createReadStream({ highWaterMark: 2 ** 20 }) }
  },
  async has(path, bytes) {
    const known = await stat(join(folder, path)).catch(() => null)
    return known !== null && (bytes === undefined || known.size === bytes)
  },
  list: (below) => listIn(folder, below),
  async folders(below) {
    const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(() => [])
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  },
  clear: (below) => rm(join(folder, below), { recursive: true, force: true }),
  pathOf: (path) => join(folder, path),
  remove: (path) => rm(join(folder, path), { force: true }),
})
