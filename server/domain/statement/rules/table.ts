import { CallError } from '../../../../src/core/errors.ts'
import { plainDecimal } from '../../../../src/protocol/decimals.ts'

/** A cell as a file has it: text; a number by its digits, with whether the file shows it as a day; or what cannot be taken. */
type SheetCell = string | { digits: string; isDate: boolean } | { problem: string; text: string }
export type MaybeCell = SheetCell | null | undefined

/** A row of a file; `row` is its number there. */
export interface SheetRow {
  row: number
  cells: readonly MaybeCell[]
}

/** So many rows are looked at before others have their turn. */
export const SPELL = 500

/** So much of what stands in a cell a message repeats. */
const SHOWN_LETTERS = 40

/** What is told of a whole file that is refused: 400 at `file`. */
export const refused = (message: string): CallError => new CallError(400, message, { field: 'file' })

/** What is told of a row for which a whole file is refused: 400 at `file`. */
export const refusedAt = (row: number, message: string): CallError => refused(`第 ${row} 行：${message}，整个文件没有读入`)

/** Gives what a message repeats of a cell. */
export const shown = (text: string): string => (text.length > SHOWN_LETTERS ? `${text.slice(0, SHOWN_LETTERS)}…` : text)

const written = (cell: SheetCell): string => {
  if (typeof cell === 'string') return cell
  return 'problem' in cell ? cell.text : (plainDecimal(cell.digits) ?? cell.digits)
}

/** Gives what stands in a cell, without the sign in front or the blanks behind that keep a spreadsheet from mangling numbers. */
export const textOf = (cell: MaybeCell): string =>
  cell
    ? written(cell)
        .trim()
        .replace(/^[`']\s*/, '')
    : ''

/** True for what stands in a cell where there is nothing to say. */
export const isNothing = (text: string): boolean => /^[-—–/]*$/.test(text)
