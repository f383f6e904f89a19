import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A file as it was when it was backed up. */
export interface Filed {
  /** Below the folder of files, with / on every system. */
  path: string
  bytes: number
  sha256: string
}

/** Gives a file's length and SHA-256 as they are read from the disk. Throws where it is not there. */
const summed = async (path: string): Promise<Omit<Filed, 'path'>> => {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** Gives what files are; of those that were read for a former backup, and are as long as then, what was found then: their names tell their content. */
export const filedOf = async (folder: string, paths: readonly string[], before: ReadonlyMap<string, Filed>): Promise<Filed[]> => {
  const filed: Filed[] = []
  for (const path of paths) {
    const known = before.get(path)
    const isSame = known !== undefined && (await stat(join(folder, path))).size === known.bytes
    filed.push(isSame ? known : { path, ...(await summed(join(folder, path))) })
  }
  return filed
}

/** Gives what of the files is not as it was, a sentence for each. */
export const wrongFiles = async (folder: string, files: readonly Filed[]): Promise<string[]> => {
  const wrong: string[] = []
  for (const { path, bytes, sha256 } of files) {
    const now = await summed(join(folder, path)).catch(() => null)
    if (!now) wrong.push(`文件 ${path} 不见了`)
    else if (now.bytes !== bytes || now.sha256 !== sha256) wrong.push(`文件 ${path} 与备份时不同`)
  }
  return wrong
}
