import { writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { filesIn } from '../files/folder.ts'
import type { Queryable } from '../store/connection/database.ts'
import { sealerOf } from '../store/sealing/sealer.ts'

/** The files of imports. They hold whatever staff have of people, so they are sealed on the disk. */
export interface ImportFiles {
  /** Writes a file: it appears whole under its name or not at all. */
  write(name: string, bytes: Buffer): Promise<void>
  /** Gives a file; null where it is gone, or was written under another key. */
  read(name: string): Promise<Buffer | null>
  names(): Promise<string[]>
  remove(name: string): Promise<void>
}

/**
 * Gives the files of imports, in the folder of files, which the nodes share: what was sent is `<import>.<extension>`, what is sent back
 * with its mistakes marked `<import>-errors.xlsx`.
 */
export const importFilesIn = (dataDir: string, db: Queryable): ImportFiles => {
  const { make, read, names, remove } = filesIn(dataDir, 'imports')
  return {
    async write(name, bytes) {
      await make(name, (path) => writeFile(path, sealerOf(db).sealFile(name, bytes), { mode: 0o600 }))
    },
    async read(name) {
      try {
        const found = await read(name)
        return found && sealerOf(db).openFile(name, await buffer(found.stream))
      } catch {
        return null
      }
    },
    names,
    remove,
  }
}

export const sentFile = (importId: number, kind: string): string => `${importId}.${kind}`
export const errorFile = (importId: number): string => `${importId}-errors.xlsx`
