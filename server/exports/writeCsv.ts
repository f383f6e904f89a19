import { createWriteStream } from 'node:fs'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type RawBuilder, sql } from 'kysely'
import { FORMULA_STARTS, looksLikeFormula } from '../../src/derive/exports.ts'
import { copyRows } from './copyRows.ts'
import type { ExportColumn } from './defineExport.ts'
import type { TableSource } from './tableSource.ts'

/** Excel takes a file for UTF-8 by this mark only. */
const BOM = '\uFEFF'
const NEWLINE = 10
/** Written in large pieces, so that PostgreSQL seldom waits for the disc. */
const MB = 1024 * 1024

/** A text that a spreadsheet would take for a formula gets an apostrophe before it, which makes it text (OWASP, CSV Injection). */
const guardedText = (text: string): string => (looksLikeFormula(text) ? `'${text}` : text)

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const guarded = (column: string): RawBuilder<unknown> => {
  const cell = sql.ref(`v.${column}`)
  return sql`case when ascii(${cell}) in (${sql.join(FORMULA_STARTS.map((code) => sql.lit(code)))}) then '''' || ${cell} else ${cell} end`
}

/** Gives the query whose rows PostgreSQL writes as CSV: the table's, with texts guarded. */
const guardedRows = (columns: readonly ExportColumn[], rows: RawBuilder<unknown>): RawBuilder<unknown> => {
  const names = columns.map((_, index) => `c${index}`)
  const cells = columns.map(({ kind }, index) => (kind === 'text' ? guarded(`c${index}`) : sql.ref(`v.c${index}`)))
  return sql`select ${sql.join(cells)} from (${rows}) as v (${sql.join(names.map((name) => sql.id(name)))})`
}

/** Counts rows by their line ends: a little too many where a note has several lines, which only the progress shows. */
const counting = (tell: (rows: number) => void): Transform => {
  let rows = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) rows++
      tell(rows)
      done(null, chunk)
    },
  })
}

/** Gives the rows as CSV, where words have to be put into the reader's language on the way. */
async function* saidRows(stream: AsyncIterable<Buffer>, columns: readonly ExportColumn[]): AsyncGenerator<string> {
  const cellOf = (cell: string | null, index: number): string =>
    cell === null ? '' : quoted(columns[index]?.kind === 'text' ? guardedText(cell) : cell)
  for await (const rows of copyRows(stream, columns)) yield `${rows.map((cells) => cells.map(cellOf).join(',')).join('\n')}\n`
}

/** Writes a table as CSV. PostgreSQL makes it and it goes through here as it is, unless the system's words are in another language. */
export const writeCsv = async ({ columns, rows, copy, tell, signal }: TableSource, path: string): Promise<void> => {
  const file = createWriteStream(path, { mode: 0o600, highWaterMark: MB })
  file.write(`${BOM}${columns.map(({ head }) => quoted(guardedText(head))).join(',')}\n`)
  const isSaid = columns.some(({ say }) => say)
  const stream = isSaid
    ? Readable.from(saidRows(copy(rows, 'text'), columns), { objectMode: false })
    : copy(guardedRows(columns, rows), 'csv')
  await pipeline(stream, counting(tell), file, { signal })
}
