import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export type Size = 'full' | 'thumb'

/** Files on disk, by content: two folders deep so that no folder holds more than a few thousand. */
export interface FileDisk {
  write(hash: string, size: Size, bytes: Buffer): Promise<void>
  read(hash: string, size: Size): NodeJS.ReadableStream
  remove(hash: string): Promise<void>
}

/** Gives the files under a folder. A file appears whole or not at all: written beside, fsynced, renamed. */
export const diskAt = (folder: string): FileDisk => {
  const pathOf = (hash: string, size: Size): string => join(folder, hash.slice(0, 2), hash.slice(2, 4), `${hash}.${size}`)
  return {
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
    read: (hash, size) => createReadStream(pathOf(hash, size)),
    async remove(hash) {
      await Promise.all((['full', 'thumb'] as const).map((size) => rm(pathOf(hash, size), { force: true })))
    },
  }
}
