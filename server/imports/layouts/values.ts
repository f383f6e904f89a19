import type { LayoutColumn } from '../../../src/core/fileLayout.ts'
import { isDate, today } from '../../../src/protocol/dates.ts'
import { fenToYuan, yuanToFen } from '../../../src/protocol/fen.ts'
import { readIdCard } from '../../../src/protocol/idCard.ts'

/** What a field of a line is in code. */
export type LayoutValue = string | number | null

/** What is wrong with a field, in words that follow its label. */
export class WrongField extends Error {}

const MAX_TEXT = 200

const readers = {
  text: (typed: string, { max = MAX_TEXT }: LayoutColumn): LayoutValue => {
    if ([...typed].length > max) throw new WrongField(`超过 ${max} 个字`)
    return typed
  },
  card: (typed: string): LayoutValue => {
    if (!readIdCard(typed, today())) throw new WrongField(`不是正确的身份证号（尾号 ${typed.slice(-4)}）`)
    return typed.toUpperCase()
  },
  fen: (typed: string): LayoutValue => {
    const fen = yuanToFen(typed)
    if (fen === null) throw new WrongField(`“${typed.slice(0, 20)}”不是金额（元，至多两位小数）`)
    return fen
  },
  decimal: (typed: string): LayoutValue => {
    if (!/^-?\d{1,12}(\.\d{1,6})?$/.test(typed)) throw new WrongField(`“${typed.slice(0, 20)}”不是数`)
    return Number(typed)
  },
  date: (typed: string): LayoutValue => {
    const day = /^\d{8}$/.test(typed) ? `${typed.slice(0, 4)}-${typed.slice(4, 6)}-${typed.slice(6)}` : typed
    if (!isDate(day)) throw new WrongField(`“${typed.slice(0, 20)}”不是日期`)
    return day
  },
}

/** Gives what a field says; null where it is empty and may be. Throws WrongField. */
export const readField = (typed: string, column: LayoutColumn): LayoutValue => {
  const text = typed.trim()
  if (text === '' && column.required) throw new WrongField('没有填')
  return text === '' ? null : readers[column.is ?? 'text'](text, column)
}

/** Gives yuan as files have them: two decimals, no commas. */
export const plainYuan = (fen: number): string => fenToYuan(fen).replaceAll(',', '')

/** Gives a field as it is written. What a text has of line ends is a blank. */
export const writtenField = (value: LayoutValue, { is, as }: LayoutColumn): string => {
  if (value === null) return ''
  if (is === 'fen') return plainYuan(Number(value))
  if (is === 'date' && as === 'YYYYMMDD') return String(value).replaceAll('-', '')
  return String(value).replaceAll(/\p{Cc}/gu, ' ')
}
