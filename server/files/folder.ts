import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type OpenFile, openFile } from './disk.ts'

/** The files of one folder. */
export interface FolderFiles {
  folder: string
  /** Makes a file by what `fill` writes to a path: it appears whole under its name or not at all. */
  make(name: string, fill: (path: string) => Promise<void>): Promise<number>
  /** Null where the file is gone. */
  read(name: string): Promise<OpenFile | null>
  names(): Promise<string[]>
  remove(name: string): Promise<void>
}

/** Gives the files of a folder. While one is written it has `.part` behind its name. */
export const filesIn = (folder: string): FolderFiles => {
  return {
    folder,
    async make(name, fill) {
      await mkdir(folder, { recursive: true })
      const draft = join(folder, `${name}.part`)
      try {
        await fill(draft)
        const handle = await open(draft, 'r+')
        await handle.sync()
        const { size } = await handle.stat()
        await handle.close()
        await rename(draft, join(folder, name))
        return size
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    read: (name) => openFile(join(folder, name)),
    names: () => readdir(folder).catch(() => []),
    remove: (name) => rm(join(folder, name), { force: true }),
  }
}
