import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenFile } from './disk.ts'
import { filesAt } from './filePlace.ts'
import { synced } from './folderBlobs.ts'

/** The files of one folder of a node's files. */
export interface FolderFiles {
  /** Makes a file by what `fill` writes to a path: it appears whole under its name or not at all. */
  make(name: string, fill: (path: string) => Promise<void>): Promise<number>
  /** Null where the file is gone. */
  read(name: string): Promise<OpenFile | null>
  names(): Promise<string[]>
  remove(name: string): Promise<void>
}

const DRAFT = '.part'

/** Gives the files of a folder. While one is written it lies on this machine, with `.part` behind its name, wherever the files are kept. */
export const filesIn = (dataDir: string, below: string): FolderFiles => {
  const folder = join(dataDir, 'files', below)
  const drafts = async (): Promise<string[]> => (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(DRAFT))
  return {
    async make(name, fill) {
      await mkdir(folder, { recursive: true })
      const draft = join(folder, `${name}${DRAFT}`)
      try {
        await fill(draft)
        const size = await synced(draft)
        await filesAt(dataDir).take(`${below}/${name}`, draft)
        return size
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    read: (name) => filesAt(dataDir).get(`${below}/${name}`),
    async names() {
      const kept = await filesAt(dataDir).list(below)
      return [...kept.map(({ path }) => path.slice(below.length + 1)), ...(await drafts())]
    },
    async remove(name) {
      if (name.endsWith(DRAFT)) await rm(join(folder, name), { force: true })
      else await filesAt(dataDir).remove(`${below}/${name}`)
    },
  }
}
