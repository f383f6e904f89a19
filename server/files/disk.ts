import type { OpenBlob } from './blobs.ts'
import { filesAt } from './filePlace.ts'

export type Size = 'full' | 'thumb'

/** A file that is there, open: whoever has it can send it whole, though it be removed meanwhile. */
export type OpenFile = OpenBlob

/** Files by their content: two folders deep so that no folder holds more than a few thousand. */
export interface FileDisk {
  write(hash: string, size: Size, bytes: Buffer): Promise<void>
  /** Null where it is gone. */
  read(hash: string, size: Size): Promise<OpenFile | null>
  remove(hash: string): Promise<void>
  /** Where on this machine a content lies, or would; null where files are kept elsewhere. */
  pathOf(hash: string, size: Size): string | null
}

/** Gives the files of a node that are named by their content, or those of them below a folder. A file appears whole or not at all. */
export const diskAt = (dataDir: string, below = ''): FileDisk => {
  const nameOf = (hash: string, size: Size): string => `${below}${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}.${size}`
  return {
    write: (hash, size, bytes) => filesAt(dataDir).put(nameOf(hash, size), bytes),
    read: (hash, size) => filesAt(dataDir).get(nameOf(hash, size)),
    pathOf: (hash, size) => filesAt(dataDir).pathOf(nameOf(hash, size)),
    async remove(hash) {
      await Promise.all((['full', 'thumb'] as const).map((size) => filesAt(dataDir).remove(nameOf(hash, size))))
    },
  }
}
