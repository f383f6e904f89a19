import { isDate } from '../../../../src/protocol/dates.ts'
import { yuanToFen } from '../../../../src/protocol/fen.ts'
import { dateOfSerial, writtenDate } from '../../../../src/protocol/serials.ts'
import { isNothing, type MaybeCell, refusedAt, shown, textOf } from './table.ts'

const DAY_SECONDS = 86_400
/** No day and no amount is written in more letters. */
const MAX_LETTERS = 40

/** The commas of a text part thousands, or they are no commas of an amount. */
const withoutCommas = (text: string): string => (/^\d{1,3}(,\d{3})+(\.|$)/.test(text) ? text.replaceAll(',', '') : text)

/** Gives fen for a yuan amount as statements write it (+1,234.50, ¥20, 0.60000, -3元); null where it is none or has a part of a fen. */
export const fenIn = (text: string): number | null => {
  if (/^-?\d+(\.\d{1,2})?$/.test(text)) return yuanToFen(text)
  if (text.length > MAX_LETTERS) return null
  const [, sign = '', digits = ''] =
    /^([+-]?)(.*)$/.exec(
      text
        .normalize('NFKC')
        .replace(/^([+-]?)¥\s*/, '$1')
        .replace(/\s*元$/, ''),
    ) ?? []
  const plain = withoutCommas(digits).replace(/(\.\d\d)0+$/, '$1')
  return /^\d+(\.\d+)?$/.test(plain) ? yuanToFen(`${sign === '-' ? '-' : ''}${plain}`) : null
}

/** Gives the fen of an amount's cell, null where it says that there is none. Throws 400 with the line for what is no amount. */
export const moneyAt = (row: number, head: string, cell: MaybeCell): number | null => {
  if (cell && typeof cell === 'object' && 'problem' in cell) throw refusedAt(row, `“${head}”${cell.problem}`)
  const text = textOf(cell)
  if (isNothing(text)) return null
  if (cell && typeof cell === 'object' && cell.isDate) throw refusedAt(row, `“${head}”是日期，不是金额`)
  const fen = fenIn(text)
  if (fen === null) throw refusedAt(row, `“${head}”须为金额（元），最多两位小数，现为“${shown(text)}”`)
  return fen
}

const two = (value: number | string): string => String(value).padStart(2, '0')

const clockOf = (seconds: number): string =>
  [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) => two(Math.floor(part))).join(':')

/** Gives HH:MM:SS for a time as it is written (9:05, 09:05:30, 090530, 09:05:30.000); null where it is none. */
const clockIn = (text: string): string | null => {
  const match = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?$/.exec(text) ?? /^(\d{2})(\d{2})(\d{2})$/.exec(text)
  if (!match) return null
  const [, hour = '', minute = '', second = '00'] = match
  return Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60 ? `${two(hour)}:${minute}:${second}` : null
}

export interface Moment {
  /** YYYY-MM-DD; null where only a time is said. */
  day: string | null
  /** HH:MM:SS. */
  time: string | null
}

/** A serial number of a spreadsheet: whole days, and the time as a part of one. */
const momentOfSerial = (digits: string): Moment | null => {
  const serial = Number(digits)
  const seconds = Math.round((serial - Math.floor(serial)) * DAY_SECONDS)
  const day = dateOfSerial(Math.floor(serial) + (seconds === DAY_SECONDS ? 1 : 0))
  if (serial >= 0 && serial < 1) return { day: null, time: clockOf(seconds % DAY_SECONDS) }
  return day === null ? null : { day, time: Number.isInteger(serial) ? null : clockOf(seconds % DAY_SECONDS) }
}

const momentInText = (text: string): Moment | null => {
  if (text.length > MAX_LETTERS) return null
  const packed = /^(\d{8})(\d{6})$/.exec(text)
  const [, day = '', clock = ''] = packed ?? /^(\S+?)(?:(?:\s+|T|(?<=日))(\d{1,2}:\S+|\d{6}))?$/.exec(text) ?? []
  const written = writtenDate(day)
  if (!isDate(written)) return null
  const time = clock === '' ? null : clockIn(clock)
  return clock !== '' && time === null ? null : { day: written, time }
}

/** Gives the day of a cell, with the time where it has one; null where it says none. */
export const momentIn = (cell: MaybeCell): Moment | null => {
  if (cell && typeof cell === 'object' && 'digits' in cell) {
    const moment = momentOfSerial(cell.digits)
    if (moment?.day) return moment
  }
  return momentInText(textOf(cell))
}

/** Gives the time of a cell of its own: with the day where it stands there, too; null where it says none. */
export const timeIn = (cell: MaybeCell): Moment | null => {
  if (cell && typeof cell === 'object' && 'digits' in cell) {
    const moment = /^0*\.|^0*$/.test(cell.digits) || cell.isDate ? momentOfSerial(cell.digits) : null
    if (moment) return moment
    // As a number, 090530 has lost its first digit.
    const time = clockIn(cell.digits.padStart(6, '0'))
    if (time !== null) return { day: null, time }
  }
  const text = textOf(cell)
  const time = clockIn(text)
  return time === null ? momentInText(text) : { day: null, time }
}
