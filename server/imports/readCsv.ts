import { setImmediate as turn } from 'node:timers/promises'
import { CallError } from '../../src/core/errors.ts'
import { looksLikeFormula } from '../../src/derive/exports.ts'
import type { Cell } from '../../src/derive/imports/importCells.ts'
import type { RowSink } from './table.ts'

const decoded = (bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // What Excel in China saves as CSV.
    try {
      return new TextDecoder('gb18030', { fatal: true }).decode(bytes)
    } catch {
      throw new CallError(400, 'CSV 文件的编码须为 UTF-8 或 GBK', { field: 'file' })
    }
  }
}

/** An apostrophe before what looks like a formula is the guard that exports put there: the text is what stands behind it. */
const unguarded = (text: string): string => (text.startsWith("'") && looksLikeFormula(text.slice(1)) ? text.slice(1) : text)

/** So many rows are read before others have their turn: a few milliseconds. */
const SPELL_ROWS = 200

const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y

/** Reads CSV (RFC 4180; UTF-8 or GBK) and gives its rows, and leaves the thread to others now and then. Throws 400, with the row, where quotes do not match. */
export const readCsv = async (bytes: Buffer, sink: RowSink): Promise<void> => {
  const text = decoded(bytes)
  const cell = new RegExp(CELL)
  let [row, column]: [number, number] = [1, 0]
  let cells: (Cell | null)[] = []
  while (cell.lastIndex < text.length || column > 0) {
    const match = cell.exec(text)
    if (!match) throw new CallError(400, `第 ${row} 行的引号不配对`, { field: 'file' })
    const [, quoted, plain = '', end] = match
    const value = unguarded(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (value !== '') sink.put(cells, column, value)
    if (end === ',') {
      column++
      continue
    }
    sink.row({ row, cells })
    if (row++ % SPELL_ROWS === 0) await turn()
    column = 0
    cells = []
    if (end === '') break
  }
}
