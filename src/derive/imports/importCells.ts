import { CELL_PARTER } from '../../core/check/checkChoices.ts'
import { choicesIn } from '../../core/form.ts'
import { isMaskedKind } from '../../core/kinds.ts'
import { nearest } from '../../core/nearest.ts'
import { dateOf, minuteOf, secondsOf } from '../../protocol/dates.ts'
import { plainDecimal } from '../../protocol/decimals.ts'
import { plainDigits, withoutThousands, yuanToFen } from '../../protocol/fen.ts'
import { cleanNumber } from '../../protocol/masks.ts'
import { dateOfSerial, secondsOfSerial, writtenDate } from '../../protocol/serials.ts'
import type { ImportColumn } from './importColumns.ts'

/** A cell as a file has it: text; a number by its digits, with whether the file shows it as a day; or what cannot be taken. */
export type Cell = string | { digits: string; isDate: boolean } | { problem: string; text: string }

/** What a cell comes to: the param; the words by which it names records; or what is wrong with it. An empty cell gives null. */
export type Reading = { value: string | number | number[] } | { names: string[] } | { problem: string } | null

/** Numbers keep 15 digits in a spreadsheet: a card number that was typed as one has lost its end. */
const SAFE_DIGITS = 15

/** What parts several in one cell; no word of theirs has it (R176). */
const APART = new RegExp(`\\s*${CELL_PARTER.source}\\s*`)

/** So much of what stands in a cell a message repeats. */
const SHOWN_LETTERS = 40

const trimmed = (text: string): string => text.replace(/^[\s\u3000]+|[\s\u3000]+$/g, '')

const dayOrMinute = (serial: number): string | null => {
  const seconds = secondsOfSerial(serial)
  return seconds === null ? null : Number.isInteger(serial) ? dateOf(seconds) : minuteOf(seconds)
}

/** Gives what staff see in a cell. */
export const cellText = (cell: Cell): string => {
  if (typeof cell === 'string') return trimmed(cell)
  if ('problem' in cell) return cell.text
  return (cell.isDate && dayOrMinute(Number(cell.digits))) || (plainDecimal(cell.digits) ?? cell.digits)
}

const own = ({ field }: ImportColumn, rule: string): string | undefined => field['x-msg']?.[rule] ?? field['x-msg']?.['*']

const wrong = (column: ImportColumn, message: string): Reading => ({ problem: own(column, 'type') ?? `${column.field.title}${message}` })

const readText = (column: ImportColumn, cell: Cell): Reading => {
  const text = cellText(cell)
  const isLost = typeof cell !== 'string' && 'digits' in cell && !cell.isDate && text.replace(/^-|\..*$/g, '').length > SAFE_DIGITS
  if (isLost) return { problem: `${column.field.title}在表格里是数字，${SAFE_DIGITS} 位之后的数已经丢失：请把单元格设为文本再填` }
  // A card's, telephone's or account's number is that number however its digits are grouped or typed.
  return { value: 'x-is' in column.field && isMaskedKind(column.field['x-is']) ? cleanNumber(text) : text }
}

const readNumber = (column: ImportColumn, text: string): Reading => {
  const plain = plainDecimal(withoutThousands(plainDigits(text)))
  if (plain === null || plain.length > SAFE_DIGITS + 2) return wrong(column, '须为数字')
  if (column.shape === 'int' && !/^-?\d+$/.test(plain)) return wrong(column, '须为整数')
  return { value: Number(plain) }
}

const readFen = (column: ImportColumn, text: string): Reading => {
  // A number's noise is off by now; what was typed as text keeps every digit, and a part of a fen is no amount.
  const fen = yuanToFen(text)
  return fen === null ? wrong(column, '须为金额（元），最多两位小数') : { value: fen }
}

const readDate = (cell: Cell, text: string): Reading => {
  if (typeof cell === 'string') return { value: writtenDate(plainDigits(text)) }
  const date = 'digits' in cell ? dateOfSerial(Number(cell.digits)) : null
  // 20261121 typed as a number is no serial: those end with 2999.
  return date === null ? { value: writtenDate(text) } : { value: date }
}

const readDatetime = (column: ImportColumn, cell: Cell, text: string): Reading => {
  const serial = typeof cell !== 'string' && 'digits' in cell ? secondsOfSerial(Number(cell.digits)) : null
  if (serial !== null) return { value: serial }
  const [day = '', ...clock] = plainDigits(text).split(/[\sT]+/)
  const seconds = secondsOf([writtenDate(day), ...clock.map((time) => time.replace(/^(\d):/, '0$1:'))].join(' '))
  return seconds === null ? wrong(column, '格式不正确，应为 2026-11-21 09:30') : { value: seconds }
}

const readChoice = (column: ImportColumn, text: string): { value: number } | { problem: string } => {
  const choices = choicesIn(column.field)
  const found = choices.find(({ title }, place) => title === text || column.other?.choices[place] === text)
  if (found) return { value: found.const }
  const titles = choices.map(({ title }) => title)
  const near = nearest(text.slice(0, SHOWN_LETTERS), [...titles, ...(column.other?.choices ?? [])])
  return {
    problem: `${column.field.title}没有“${text.slice(0, SHOWN_LETTERS)}”，可填：${titles.join('、')}${near ? `，是否想写“${near}”` : ''}`,
  }
}

/** Whether a cell says of a ref that it names nobody, as an export writes it. */
const isUnset = ({ unset, other }: ImportColumn, text: string): boolean => unset !== undefined && (text === unset || text === other?.unset)

/** What stands in one cell, one behind the other. */
const severalIn = (text: string): string[] => text.split(APART).filter((name) => name !== '')

const readChoices = (column: ImportColumn, text: string): Reading => {
  const read = severalIn(text).map((word) => readChoice(column, word))
  return read.find((one) => 'problem' in one) ?? { value: read.flatMap((one) => ('value' in one ? [one.value] : [])) }
}

/**
 * Gives the param that a cell says, as the add call takes it: words of a choice become its code, yuan become fen by their digits, days of
 * any writing become `YYYY-MM-DD`. Names of records are given as they are, for the server to look up. Rules are not asked here: the form
 * has them, for files as for dialogs.
 */
export const readCell = (column: ImportColumn, cell: Cell | null | undefined): Reading => {
  if (cell === null || cell === undefined) return null
  if (typeof cell === 'object' && 'problem' in cell) return { problem: cell.problem }
  const text = cellText(cell)
  if (text === '') return null
  switch (column.shape) {
    case 'int':
    case 'number':
      return readNumber(column, text)
    case 'fen':
      return readFen(column, text)
    case 'date':
      return readDate(cell, text)
    case 'datetime':
      return readDatetime(column, cell, text)
    case 'choice':
      return readChoice(column, text)
    case 'ref':
      return isUnset(column, text) ? null : { names: [text] }
    case 'choices':
      return readChoices(column, text)
    case 'refs':
      return { names: severalIn(text) }
    default:
      return readText(column, cell)
  }
}
