import { createHash, randomInt } from 'node:crypto'
import type { Blobs, Listed } from '../files/blobs.ts'
import { BackupError } from './backupError.ts'

/** A file as it was when it was backed up. */
export interface Filed {
  /** Below the folder of files, with / on every system. */
  path: string
  bytes: number
  sha256: string
}

/** Gives a file's length and SHA-256 as they are read; null where it is not there. */
const summed = async (blobs: Blobs, path: string): Promise<Omit<Filed, 'path'> | null> => {
  const found = await blobs.get(path)
  if (!found) return null
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of found.stream) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** Gives what files are; of those that were read for a former backup, and are as long as then, what was found then: their names tell their content. */
export const filedOf = async (blobs: Blobs, files: readonly Listed[], before: ReadonlyMap<string, Filed>): Promise<Filed[]> => {
  const filed: Filed[] = []
  for (const { path, bytes } of files) {
    const known = before.get(path)
    const found = known?.bytes === bytes ? known : await summed(blobs, path)
    // Taken away meanwhile.
    if (found) filed.push({ ...found, path })
  }
  return filed
}

const wordOf = async (blobs: Blobs, below: string, { path, bytes, sha256 }: Filed): Promise<string | null> => {
  const now = await summed(blobs, `${below}/${path}`).catch((error: unknown) => {
    if (error instanceof BackupError) return { bytes: -1, sha256: '' }
    throw error
  })
  if (!now) return `文件 ${path} 不见了`
  return now.bytes !== bytes || now.sha256 !== sha256 ? `文件 ${path} 与备份时不同` : null
}

/** In another order each time: what is not read tonight is read another night. */
const shuffled = <T>(all: readonly T[]): T[] => {
  const order = [...all]
  for (let place = order.length - 1; place > 0; place--) {
    const other = randomInt(place + 1)
    ;[order[place], order[other]] = [order[other] as T, order[place] as T]
  }
  return order
}

/**
 * Gives what of the files below a folder of a place is not as it was, a sentence for each, and how many were read: all of them, or as many as come to `most` bytes, any
 * of them, with a look whether the others are there.
 */
export const wrongFiles = async (
  blobs: Blobs,
  below: string,
  files: readonly Filed[],
  most = Number.POSITIVE_INFINITY,
): Promise<{ wrong: string[]; read: number }> => {
  const wrong: string[] = []
  let [left, read] = [most, 0]
  const there = most === Number.POSITIVE_INFINITY ? null : new Set((await blobs.list(below)).map(({ path }) => path))
  for (const file of there ? shuffled(files) : files) {
    if (there && !there.has(`${below}/${file.path}`)) wrong.push(`文件 ${file.path} 不见了`)
    else if (left > 0) {
      const word = await wordOf(blobs, below, file)
      if (word) wrong.push(word)
      left -= file.bytes
      read++
    }
  }
  return { wrong, read }
}
