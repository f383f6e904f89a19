import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { finished, pipeline } from 'node:stream/promises'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { isPlainObject } from '../../src/core/check/shape.ts'
import type { StoreSchema } from '../store/portable/storeSchema.ts'
import { type Archived, FORMAT, PARTS } from './archived.ts'
import { ArchiveError } from './archiveError.ts'
import { counter } from './counted.ts'

/** An archive that was read to its end and is what it says of itself. */
export interface Archive extends Archived {
  path: string
  made: StoreSchema
  /** The root key under the operator's passphrase; null where it is not in it. */
  sealedKey: string | null
  open(part: string): Promise<Readable>
  close(): void
}

const opened = (path: string): Promise<ZipFile> =>
  new Promise((done, fail) =>
    yauzl.open(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, zip) => (zip ? done(zip) : fail(error))),
  )

const entriesOf = (zip: ZipFile): Promise<Map<string, Entry>> =>
  new Promise((done, fail) => {
    const entries = new Map<string, Entry>()
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.on('end', () => done(entries))
    zip.on('error', fail)
    zip.readEntry()
  })

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

const isArchived = (said: unknown): said is Archived =>
  isPlainObject(said) && typeof said.release === 'string' && Array.isArray(said.tables) && Array.isArray(said.applied)

/** What each part should be; the key is checked by the passphrase. */
const partsOf = ({ schema, tables, files }: Archived): Map<string, { sha256: string; lines?: number }> =>
  new Map([
    [PARTS.schema, { sha256: schema }],
    ...tables.map(({ name, rows, sha256 }): [string, { sha256: string; lines: number }] => [PARTS.table(name), { sha256, lines: rows }]),
    ...(files ?? []).map(({ path, sha256 }): [string, { sha256: string }] => [PARTS.file(path), { sha256 }]),
  ])

const readWhole = async (zip: ZipFile, path: string): Promise<Archive> => {
  const entries = await entriesOf(zip)
  const open = (part: string): Promise<Readable> =>
    new Promise((done, fail) => {
      const entry = entries.get(part)
      if (!entry) return fail(new Error(`${part} 不见了`))
      zip.openReadStream(entry, (error, stream) => (stream ? done(stream) : fail(error)))
    })
  const read = async (part: string): Promise<string> => textOf(await open(part))
  const end = await read(PARTS.end)
  if (hashOf(end) !== (await read(PARTS.sum))) throw new Error(`${PARTS.end} 与写下时不同`)
  const archived: unknown = JSON.parse(end)
  if (!isArchived(archived)) throw new Error(`${PARTS.end} 不是归档的`)
  if (archived.format !== FORMAT)
    throw new ArchiveError(`${path} 是第 ${archived.format} 种格式的归档，本版本只认第 ${FORMAT} 种：请用做它的那个版本，或更新的`)
  const parts = partsOf(archived)
  for (const [part, { sha256, lines }] of parts) {
    const through = counter()
    await Promise.all([pipeline(await open(part), through), finished(through.resume())])
    const counted = through.counted()
    if (counted.sha256 !== sha256 || (lines !== undefined && counted.lines !== lines)) throw new Error(`${part} 与写下时不同`)
  }
  const beside = [...entries.keys()].find((name) => !parts.has(name) && ![PARTS.end, PARTS.sum, PARTS.key].includes(name as never))
  if (beside) throw new Error(`多出了 ${beside}`)
  return {
    ...archived,
    path,
    made: JSON.parse(await read(PARTS.schema)) as StoreSchema,
    sealedKey: entries.has(PARTS.key) ? await read(PARTS.key) : null,
    open,
    close: () => zip.close(),
  }
}

/** Reads an archive to its end and compares every part with what it was; close it after use. Throws ArchiveError where it is not whole, differs, or is of another form. */
export const readArchive = async (path: string): Promise<Archive> => {
  const zip = await opened(path).catch((error: NodeJS.ErrnoException) => {
    throw new ArchiveError(error.code === 'ENOENT' ? `没有 ${path} 这个文件` : `${path} 不是归档，或没有写完：${error.message}`)
  })
  try {
    return await readWhole(zip, path)
  } catch (error) {
    zip.close()
    throw error instanceof ArchiveError ? error : new ArchiveError(`${path} 已损坏或没有写完：${(error as Error).message}`)
  }
}
