import type { Readable } from 'node:stream'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { CallError } from '../../src/core/errors.ts'

const MB = 1024 * 1024
/** A workbook has a dozen parts; pictures and old sheets make it some hundred. */
const MAX_PARTS = 2000
/** What a sheet may come to: 50,000 rows of fifty cells are half of it. */
export const MAX_SHEET_BYTES = 256 * MB
export const MAX_STRINGS_BYTES = 64 * MB
/** Styles, relations and the like. */
const MAX_PART_BYTES = 8 * MB

/** The parts of a workbook by name. */
export interface Parts {
  names: readonly string[]
  has(name: string): boolean
  /** Gives a part as it is inflated; it ends in an error where it comes to more than the archive says of it. 400 where that is over `most` bytes. */
  open(name: string, most?: number): Promise<Readable>
}

const BROKEN = '文件已损坏，或不是 Excel 文件（.xlsx）'

/** What yauzl or the inflater says of a broken archive is nothing that staff could act on. */
export const brokenFile = (error: unknown): CallError =>
  error instanceof CallError ? error : new CallError(400, BROKEN, { field: 'file' })

const fromBuffer = (bytes: Buffer): Promise<ZipFile> =>
  new Promise((done, fail) =>
    yauzl.fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true }, (error, zip) => (zip ? done(zip) : fail(error))),
  )

const entriesOf = (zip: ZipFile): Promise<Map<string, Entry>> =>
  new Promise((done, fail) => {
    const entries = new Map<string, Entry>()
    zip.on('entry', (entry: Entry) => {
      if (entries.has(entry.fileName) || entries.size === MAX_PARTS) return fail(new CallError(400, BROKEN, { field: 'file' }))
      entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.on('end', () => done(entries))
    zip.on('error', fail)
    zip.readEntry()
  })

/**
 * Opens a zip archive. No part is inflated further than its own header says, and none whose header says more than it may come to is inflated
 * at all: a bomb is refused before it goes off. Throws 400 where the bytes are no archive.
 */
export const openZip = async (bytes: Buffer): Promise<Parts> => {
  try {
    const zip = await fromBuffer(bytes)
    const entries = await entriesOf(zip)
    return {
      names: [...entries.keys()],
      has: (name) => entries.has(name),
      open: (name, most = MAX_PART_BYTES) =>
        new Promise((done, fail) => {
          const entry = entries.get(name)
          if (!entry) return fail(new CallError(400, BROKEN, { field: 'file' }))
          if (entry.isEncrypted()) return fail(new CallError(400, '文件加了密码，请去掉密码再导入', { field: 'file' }))
          if (entry.uncompressedSize > most) return fail(new CallError(400, '文件解压后过大，请只留要导入的行和列', { field: 'file' }))
          zip.openReadStream(entry, (error, stream) => (stream ? done(stream) : fail(error)))
        }),
    }
  } catch (error) {
    throw brokenFile(error)
  }
}
