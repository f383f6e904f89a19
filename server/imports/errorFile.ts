import { buffer } from 'node:stream/consumers'
import { type Cell, cellText } from '../../src/derive/imports/importCells.ts'
import type { Translator } from '../../src/derive/translator.ts'
import { ERROR_HEAD } from '../../src/protocol/imports.ts'
import { columnName, openSheet, SHEET_END, STYLE, textCell } from '../files/sheetXml.ts'
import type { Wrong } from './judge.ts'
import type { Table, TableRow } from './table.ts'
import { workbookStream } from './workbookFile.ts'

const cellXml = (at: string, cell: Cell, isWrong: boolean): string => {
  const text = cellText(cell)
  const isNumber = typeof cell === 'object' && 'digits' in cell && !cell.isDate && /^-?\d+(\.\d+)?$/.test(text)
  if (isNumber) return `<c r="${at}"${isWrong ? ` s="${STYLE.wrong}"` : ''}><v>${text}</v></c>`
  return textCell(at, text, isWrong ? STYLE.wrong : undefined)
}

const rowXml = (
  { row, cells }: TableRow,
  number: number,
  kept: readonly number[],
  wrong: Wrong | undefined,
  { t, said }: Translator,
): string => {
  const places = new Set(wrong?.mistakes.map(({ column }) => column))
  const written = kept.map((column, index) => {
    const cell = cells[column]
    const isWrong = places.has(column)
    return cell || isWrong ? cellXml(`${columnName(index)}${number}`, cell ?? '', isWrong) : ''
  })
  const mistakes = wrong?.mistakes.map(({ message }) => said(message)).join(t`；`)
  return `<row r="${number}">${written.join('')}${mistakes ? textCell(`${columnName(kept.length)}${number}`, t`原第 ${row} 行：${mistakes}`) : ''}</row>`
}

function* sheetOf({ heads, columns, rows }: Table, wrong: readonly Wrong[], translator: Translator): Generator<string> {
  const kept = columns.flatMap((column, index) => (column ? [index] : []))
  const named = [...kept.map((column) => heads[column] ?? ''), translator.said(ERROR_HEAD)]
  const marked = new Map(wrong.map((one) => [one.row, one]))
  yield openSheet(
    `<col min="1" max="${kept.length}" width="16" customWidth="1"/><col min="${kept.length + 1}" max="${kept.length + 1}" width="60" customWidth="1"/>`,
  )
  yield `<row r="1">${named.map((head, index) => textCell(`${columnName(index)}1`, head, STYLE.head)).join('')}</row>`
  for (const [index, row] of rows.entries()) yield rowXml(row, index + 2, kept, marked.get(row), translator)
  yield SHEET_END
}

/** Gives a file again with its wrong cells coloured and, in a last column 错误, what is wrong with each row, or why it is passed over: who mends it sends it as it is. In the sender's language. */
export const makeErrorFile = (table: Table, wrong: readonly Wrong[], translator: Translator): Promise<Buffer> =>
  buffer(workbookStream([{ name: translator.t`有误的文件`, xml: sheetOf(table, wrong, translator) }]))
