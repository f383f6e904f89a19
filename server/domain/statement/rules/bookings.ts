import { momentIn, moneyAt, timeIn } from './cells.ts'
import { kindOf, type TradeWords } from './channels.ts'
import { type Heads, keyOf } from './headings.ts'
import type { Booking, Side } from './statement.ts'
import { isNothing, type MaybeCell, refusedAt, type SheetRow, SPELL, shown, textOf } from './table.ts'

const WAYS: Readonly<Record<string, Side>> = {
  贷: 'in',
  贷方: 'in',
  收: 'in',
  收入: 'in',
  转入: 'in',
  C: 'in',
  借: 'out',
  借方: 'out',
  支: 'out',
  支出: 'out',
  转出: 'out',
  D: 'out',
}

/** An amount as its side of the file has it: what went out is positive, unless it is a correction or the file prints the sign. */
interface Amount {
  side: Side
  said: number
  /** One column with signs and no direction: the sign is the side. */
  isSigned: boolean
}

/** Gives the side that a word of 借贷标志 names; null where it names none. */
const sideOf = (word: string): Side | null =>
  WAYS[
    word
      .replace(/[（(].*$/, '')
      .trim()
      .toUpperCase()
  ] ?? null

/** What has more digits than a spreadsheet keeps has lost its end there. */
const isMangled = (cell: MaybeCell): boolean => {
  if (cell && typeof cell === 'object') return 'digits' in cell && textOf(cell).replace(/^-|\..*$/g, '').length > 15
  return /^\d(\.\d+)?E\+\d+$/i.test(textOf(cell))
}

const wordsAt = (cell: MaybeCell): string => {
  const text = textOf(cell)
  return isNothing(text) ? '' : text
}

const numberAt = (row: number, head: string, cell: MaybeCell): string => {
  if (isMangled(cell)) throw refusedAt(row, `“${head}”在表格软件里变成了数字，后面的数已经丢失，请用下载下来没有改过的文件`)
  return wordsAt(cell)
}

const signed = (fen: number): Amount => ({ side: fen < 0 ? 'out' : 'in', said: Math.abs(fen), isSigned: true })

const noAmount = (row: number): Error => refusedAt(row, '没有金额，文件可能没有传完整')

/** Reads the amount of a row. */
const amountOf = ({ heads, columns }: Heads, { row, cells }: SheetRow): Amount => {
  const money = (column: number | undefined): number | null =>
    column === undefined ? null : moneyAt(row, heads[column] ?? '', cells[column])
  if (columns.amount === undefined) {
    const [income, outgo] = [money(columns.income), money(columns.outgo)]
    if (income === null && outgo === null) throw noAmount(row)
    if (income && outgo) throw refusedAt(row, '收入和支出都有金额')
    return outgo ? { side: 'out', said: outgo, isSigned: false } : { side: 'in', said: income ?? 0, isSigned: false }
  }
  const fen = money(columns.amount)
  if (fen === null) throw noAmount(row)
  if (columns.way === undefined || fen === 0) return signed(fen)
  const word = textOf(cells[columns.way])
  const side = sideOf(word)
  if (side === null) throw refusedAt(row, `“${heads[columns.way]}”须为贷、收入或借、支出，现为“${shown(word)}”`)
  return { side, said: fen, isSigned: false }
}

/** Reads the amount and the number of a row of a bill of trades. */
const tradeOf = (found: Heads, trade: TradeWords, table: SheetRow): { amount: Amount; serial: string | null } => {
  const { heads, columns } = found
  const { row, cells } = table
  const at = (key: string | undefined): number => (key === undefined ? -1 : heads.findIndex((head) => keyOf(head) === key))
  const word = columns.kind === undefined ? '' : textOf(cells[columns.kind])
  const serial = wordsAt(cells[at(trade.serial)])
  if (trade.paid.includes(word) && (serial === '' || serial === '0')) return { amount: amountOf(found, table), serial: null }
  if (!trade.refunded.includes(word) && !trade.paid.includes(word))
    throw refusedAt(row, `不认识“${heads[columns.kind ?? -1] ?? '交易状态'}”里的“${shown(word)}”`)
  const state = textOf(cells[at(trade.state)])
  if (state === 'FAIL' || state === 'CLOSED') throw refusedAt(row, `退款没有成功（${state}），交易账单不能说明钱的去向，请改用资金账单`)
  const place = trade.amount === undefined ? (columns.amount ?? -1) : at(trade.amount)
  const fen = moneyAt(row, heads[place] ?? '退款金额', cells[place])
  if (!fen) throw refusedAt(row, '是退款，但没有退款金额')
  if (trade.serial !== undefined) numberAt(row, trade.serial, cells[at(trade.serial)])
  return { amount: signed(-Math.abs(fen)), serial: serial === '' || serial === '0' ? null : serial }
}

const momentAt = ({ heads, columns }: Heads, { row, cells }: SheetRow): { day: string; time: string | null } => {
  const { day: dayColumn = -1, time: timeColumn } = columns
  const moment = momentIn(cells[dayColumn])
  if (!moment?.day) {
    const text = textOf(cells[dayColumn])
    throw refusedAt(row, text === '' ? `没有“${heads[dayColumn]}”` : `“${heads[dayColumn]}”不是日期：${shown(text)}`)
  }
  const clock = timeColumn === undefined ? null : cells[timeColumn]
  if (timeColumn === undefined || isNothing(textOf(clock))) return { day: moment.day, time: moment.time }
  const own = timeIn(clock)
  if (own === null) throw refusedAt(row, `“${heads[timeColumn]}”不是时间：${shown(textOf(clock))}`)
  // A time of another day is that of the trade, not of the booking.
  return { day: moment.day, time: own.day === null || own.day === moment.day ? own.time : null }
}

interface Raw {
  booking: Booking
  amount: Amount
}

const rawOf = (found: Heads, table: SheetRow): Raw => {
  const { heads, columns, channel } = found
  const { row, cells } = table
  const { day, time } = momentAt(found, table)
  const { amount, serial } = channel?.trade ? tradeOf(found, channel.trade, table) : { amount: amountOf(found, table), serial: null }
  const words = (column: number | undefined): string => (column === undefined ? '' : wordsAt(cells[column]))
  const number = (column: number | undefined): string => (column === undefined ? '' : numberAt(row, heads[column] ?? '', cells[column]))
  const money = (column: number | undefined): number | null =>
    column === undefined ? null : moneyAt(row, heads[column] ?? '', cells[column])
  const fee = Math.abs(money(columns.fee) ?? 0)
  const booking: Booking = {
    row,
    day,
    time,
    price: 0,
    balance: money(columns.balance),
    party: words(columns.party),
    account: number(columns.account),
    note: [...new Set(columns.notes.map(words).filter((text) => text !== ''))].join(' '),
    serial: serial ?? number(columns.serial),
    kind: channel?.trade && amount.side === 'out' ? 3 : 1,
    side: amount.side,
    // The channel keeps it of what came in, and gives it back with what is refunded.
    fee: fee === 0 ? 0 : amount.side === 'in' ? -fee : fee,
  }
  return { booking, amount }
}

/** Where no direction is said, and what should be the kind of business always names one, that is the direction. */
const withWay = (found: Heads, rows: readonly SheetRow[]): Heads => {
  const { amount, way, kind, ...columns } = found.columns
  if (amount === undefined || way !== undefined || kind === undefined) return found
  if (rows.length === 0 || !rows.every(({ cells }) => sideOf(textOf(cells[kind])) !== null)) return found
  const { kind: head = '', ...mapping } = found.mapping
  return { ...found, columns: { ...columns, amount, way: kind }, mapping: { ...mapping, way: head } }
}

/**
 * Gives what each row of a file moves, in the order of the file. Throws 400 with the line for a row without a day or an amount, with two
 * amounts, and for what is no day, time, amount or direction. Yields now and then, for others to have their turn.
 */
export function* bookingsOf(given: Heads, rows: readonly SheetRow[]): Generator<undefined, { found: Heads; bookings: Booking[] }> {
  const found = withWay(given, rows)
  const raws: ReturnType<typeof rawOf>[] = []
  for (const row of rows) {
    raws.push(rawOf(found, row))
    if (raws.length % SPELL === 0) yield
  }
  // Some files print the minus with all that went out; a correction has it alone.
  const outs = raws.filter(({ amount }) => amount.side === 'out' && !amount.isSigned)
  const isMinusPrinted = outs.length > 0 && outs.every(({ amount }) => amount.said < 0)
  const { kind } = found.columns
  const bookings = raws.map(({ booking, amount: { side, said, isSigned } }, index): Booking => {
    const price = side === 'in' || said === 0 || (isMinusPrinted && !isSigned) ? said : -said
    const words = kind === undefined || found.channel?.trade ? '' : kindWords(rows[index], kind)
    return { ...booking, price, kind: booking.kind === 3 ? 3 : kindOf(words, price, found.channel) }
  })
  return { found, bookings }
}

const kindWords = (row: SheetRow | undefined, column: number): string => textOf(row?.cells[column])
