import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { diskAt, type FileDisk } from '../files/disk.ts'

/** Gives the papers that were drawn, by the SHA-256 of their content. Nothing removes them. */
export const printDisk = (dataDir: string): FileDisk => diskAt(dataDir, 'prints/')

/** Has work done on papers where they lie on this machine, in order; those that are kept elsewhere are fetched for so long. Throws where one is gone. */
export const withPapers = async <T>(disk: FileDisk, hashes: readonly string[], work: (paths: string[]) => Promise<T>): Promise<T> => {
  const own = hashes.map((hash) => disk.pathOf(hash, 'full'))
  if (own.every((path) => path !== null)) return work(own)
  const folder = await mkdtemp(join(tmpdir(), 'anju-papers-'))
  try {
    const paths: string[] = []
    for (const [place, hash] of hashes.entries()) {
      const found = await disk.read(hash, 'full')
      if (!found) throw new Error(`paper ${hash} is gone`)
      const path = join(folder, `${place}.pdf`)
      await pipeline(found.stream, createWriteStream(path, { mode: 0o600 }))
      paths.push(path)
    }
    return await work(paths)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
