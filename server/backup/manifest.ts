import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isPlainObject } from '../../src/core/check/shape.ts'
import { BackupError } from './backupError.ts'

/** A file of a backup as it was when the backup was made. */
export interface BackedUp {
  /** Below the backup's folder, with / on every system. */
  path: string
  bytes: number
  sha256: string
}

/** What a backup says of itself, in manifest.json. */
export interface Manifest {
  made_at: string
  /** Whether the root key lies beside the data. */
  has_key: boolean
  files: BackedUp[]
}

export const MANIFEST = 'manifest.json'

/** Gives the paths of all files below a folder, in order. Throws BackupError for a link: what it leads to would not be in the copy. */
export const filesBelow = async (folder: string, below = ''): Promise<string[]> => {
  const entries = (await readdir(join(folder, below), { withFileTypes: true })).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const found: string[] = []
  for (const entry of entries) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isSymbolicLink()) throw new BackupError(`${join(folder, path)} 是一个链接，它指向的内容不会在备份里：请换成真正的文件或目录`)
    if (entry.isDirectory()) found.push(...(await filesBelow(folder, path)))
    else if (entry.isFile()) found.push(path)
  }
  return found
}

/** Gives a file's length and SHA-256 as they are read from the disk. */
export const summed = async (path: string): Promise<Pick<BackedUp, 'bytes' | 'sha256'>> => {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

const isBackedUp = (file: unknown): file is BackedUp =>
  isPlainObject(file) && typeof file.path === 'string' && typeof file.bytes === 'number' && typeof file.sha256 === 'string'

const isManifest = (said: unknown): said is Manifest =>
  isPlainObject(said) && typeof said.made_at === 'string' && Array.isArray(said.files) && said.files.every(isBackedUp)

/** Gives what a backup says of itself; throws BackupError where the folder is none, or says nothing that a backup does. */
export const readManifest = async (folder: string): Promise<Manifest> => {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => null)
  if (text === null) throw new BackupError(`${folder} 不是备份，或没有做完：其中没有 ${MANIFEST}`)
  let said: unknown = null
  try {
    said = JSON.parse(text)
  } catch {
    // Said below, as for every other text that is none.
  }
  if (!isManifest(said)) throw new BackupError(`${join(folder, MANIFEST)} 已损坏`)
  return said
}

/** Gives what differs from the manifest, a sentence for each file; none where all is as it was. */
export const differences = async (folder: string, { files }: Manifest): Promise<string[]> => {
  const present = new Set((await filesBelow(folder)).filter((path) => path !== MANIFEST))
  const wrong: string[] = []
  for (const { path, bytes, sha256 } of files) {
    if (!present.delete(path)) {
      wrong.push(`${path}：不见了`)
      continue
    }
    const now = await summed(join(folder, path))
    if (now.bytes !== bytes) wrong.push(`${path}：应为 ${bytes} 字节，现为 ${now.bytes} 字节`)
    else if (now.sha256 !== sha256) wrong.push(`${path}：内容已变`)
  }
  return [...wrong, ...[...present].map((path) => `${path}：备份时没有`)]
}
