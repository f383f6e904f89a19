import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export type Size = 'full' | 'thumb'

/** A file that is there, open: whoever has it can send it whole, though it be removed meanwhile. */
export interface OpenFile {
  bytes: number
  stream: NodeJS.ReadableStream
}

/** Opens a file for reading; null where there is none. Its stream, once read or destroyed, closes it. */
export const openFile = async (path: string): Promise<OpenFile | null> => {
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return handle && { bytes: (await handle.stat()).size, stream: handle.createReadStream() }
}

/** Files on disk, by content: two folders deep so that no folder holds more than a few thousand. */
export interface FileDisk {
  write(hash: string, size: Size, bytes: Buffer): Promise<void>
  /** Null where it is gone. */
  read(hash: string, size: Size): Promise<OpenFile | null>
  remove(hash: string): Promise<void>
  /** Where a content lies, or would. */
  pathOf(hash: string, size: Size): string
}

/** Gives the files under a folder. A file appears whole or not at all: written beside, fsynced, renamed. */
export const diskAt = (folder: string): FileDisk => {
  const pathOf = (hash: string, size: Size): string => join(folder, hash.slice(0, 2), hash.slice(2, 4), `${hash}.${size}`)
  return {
    pathOf,
    async write(hash, size, bytes) {
      const path = pathOf(hash, size)
      await mkdir(dirname(path), { recursive: true })
      const draft = `${path}.${randomUUID()}`
      const handle = await open(draft, 'w', 0o600)
      try {
        await handle.writeFile(bytes)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(draft, path)
    },
    read: (hash, size) => openFile(pathOf(hash, size)),
    async remove(hash) {
      await Promise.all((['full', 'thumb'] as const).map((size) => rm(pathOf(hash, size), { force: true })))
    },
  }
}
