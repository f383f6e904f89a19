import { createHash } from 'node:crypto'
import { chownSync, mkdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import tar from 'tar-stream'
import type { Blobs } from '../files/blobs.ts'
import { FILE_LIST, TAR } from '../store/embedded/index.ts'
import { BackupError } from './backupError.ts'
import { readText } from './repository.ts'

interface Listed {
  Path?: string
  'Encoded-Path'?: string
  Size: number
  Checksum: string
}

/** So many of the files that are not right are named. */
const NAMED = 5

/** Gives PostgreSQL's list of the files of a copy by their paths. Throws BackupError where the list is not what it was. */
const readList = async (from: Blobs, base: string): Promise<Map<string, Listed>> => {
  const text = (await readText(from, `${base}/${FILE_LIST}`)) ?? ''
  const own = text.lastIndexOf('"Manifest-Checksum"')
  const sum = /"Manifest-Checksum"\s*:\s*"([0-9a-f]{64})"/.exec(text)?.[1]
  if (own === -1 || createHash('sha256').update(text.slice(0, own)).digest('hex') !== sum)
    throw new BackupError(`${base}/${FILE_LIST} 已损坏`)
  const { Files } = JSON.parse(text) as { Files: Listed[] }
  return new Map(Files.map((file) => [file.Path ?? Buffer.from(file['Encoded-Path'] ?? '', 'hex').toString(), file]))
}

/** Whom the files are given to. */
interface Owner {
  uid?: number
  gid?: number
}

/**
 * Unpacks a copy of the database into a folder and compares each file with PostgreSQL's list. Throws BackupError that names what differs, is missing, or was added. What of the log came
 * along is not in the list: it is checked as it is replayed.
 */
export const unpack = async (from: Blobs, base: string, to: string, owner: Owner): Promise<void> => {
  const expected = await readList(from, base)
  const give = (path: string): void => {
    if (owner.uid !== undefined && owner.gid !== undefined) chownSync(path, owner.uid, owner.gid)
  }
  const make = (path: string): void => {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    give(path)
  }
  make(to)
  const packed = await from.get(`${base}/${TAR}`)
  if (!packed) throw new BackupError(`备份不完整：${base}/${TAR} 不见了`)
  const extract = tar.extract()
  packed.stream.once('error', (error) => extract.destroy(error)).pipe(extract)
  const wrong: string[] = []
  try {
    for await (const entry of extract) {
      const { name, type } = entry.header
      const path = join(to, name)
      if (path !== to && !path.startsWith(to + sep)) throw new BackupError(`${base}/${TAR} 已损坏：${name} 在目录之外`)
      if (type === 'directory') {
        make(path)
        entry.resume()
        continue
      }
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      const hash = createHash('sha256')
      let bytes = 0
      const file = await open(path, 'w', 0o600)
      try {
        for await (const chunk of entry) {
          hash.update(chunk)
          bytes += chunk.length
          await file.write(chunk)
        }
        await file.sync()
      } finally {
        await file.close()
      }
      give(path)
      const known = expected.get(name)
      expected.delete(name)
      if (known && (known.Size !== bytes || known.Checksum !== hash.digest('hex'))) wrong.push(`${name} 与备份时不同`)
      if (!known && !name.startsWith('pg_wal/') && name !== FILE_LIST) wrong.push(`${name} 备份时没有`)
    }
  } catch (error) {
    if (error instanceof BackupError) throw error
    throw new BackupError(`${base}/${TAR} 已损坏或没有写完：${(error as Error).message}`)
  }
  wrong.push(...[...expected.keys()].map((name) => `${name} 不见了`))
  if (wrong.length > 0) throw new BackupError(`${base} 已损坏：${wrong.slice(0, NAMED).join('；')}`)
}
