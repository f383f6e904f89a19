import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as rest } from 'node:timers/promises'
import { ZipFile } from 'yazl'
import { MAX_SHEET_ROWS, rowWriter, SHEET_END, sheetStart, workbookParts } from '../files/sheetXml.ts'
import { copyRows } from './copyRows.ts'
import type { ExportColumn } from './defineExport.ts'
import type { TableSource } from './tableSource.ts'

/** XML repeats itself so much that the fastest level makes a tenth of it; a higher one takes thrice the time for little. */
const LEVEL = 1
/** After so many milliseconds of making XML the thread is left to calls for as long. */
const SPELL_MS = 4

type Rows = AsyncIterator<(string | null)[][]>

/** Hands out rows from pieces of them, a sheet's worth at a time. */
const takeFrom = (pieces: Rows) => {
  let piece: (string | null)[][] = []
  return async (wanted: number): Promise<(string | null)[][]> => {
    if (piece.length === 0) {
      const { value, done } = await pieces.next()
      if (done) return []
      piece = value
    }
    return piece.splice(0, wanted)
  }
}

async function* sheetOf(
  columns: readonly ExportColumn[],
  take: (wanted: number) => Promise<(string | null)[][]>,
  maxRows: number,
  written: (rows: number) => void,
): AsyncGenerator<string> {
  const toXml = rowWriter(columns)
  yield sheetStart(columns)
  let worked = 0
  for (let row = 2; row <= maxRows; ) {
    const rows = await take(Math.min(maxRows - row + 1, 200))
    if (rows.length === 0) break
    const start = performance.now()
    let xml = ''
    for (const cells of rows) xml += toXml(cells, row++)
    worked += performance.now() - start
    yield xml
    written(rows.length)
    if (worked < SPELL_MS) continue
    await rest(worked)
    worked = 0
  }
  yield SHEET_END
}

/**
 * Writes a table as XLSX, sheet after sheet of at most `maxRows` with the head on each. Rows go from PostgreSQL through the deflater to
 * the disc, so that memory does not grow with their number.
 */
export const writeXlsx = async (
  { label, columns, rows, total, copy, tell, signal }: TableSource,
  path: string,
  maxRows = MAX_SHEET_ROWS,
): Promise<void> => {
  const zip = new ZipFile()
  const sheets = Math.max(1, Math.ceil(total / (maxRows - 1)))
  const stream = copy(rows, 'text')
  const take = takeFrom(copyRows(stream, columns))
  let done = 0
  const written = (count: number): void => {
    done += count
    tell(done)
  }
  const failed = new AbortController()
  const fail = (error: unknown): void => failed.abort(error)
  zip.on('error', fail)
  for (const [name, text] of Object.entries(workbookParts(label, sheets))) zip.addBuffer(Buffer.from(text), name)
  for (let index = 0; index < sheets; index++)
    zip.addReadStreamLazy(`xl/worksheets/sheet${index + 1}.xml`, { compressionLevel: LEVEL, forceZip64Format: false }, (use) =>
      use(null, Readable.from(sheetOf(columns, take, maxRows, written), { objectMode: false }).on('error', fail)),
    )
  zip.end()
  try {
    await pipeline(zip.outputStream, createWriteStream(path, { mode: 0o600 }), { signal: AbortSignal.any([signal, failed.signal]) })
  } catch (error) {
    stream.destroy()
    throw failed.signal.aborted && !signal.aborted ? failed.signal.reason : error
  }
}
