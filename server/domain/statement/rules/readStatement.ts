import { bookingsOf } from './bookings.ts'
import { fenIn, moneyAt } from './cells.ts'
import { checkClaims } from './checkClaims.ts'
import { type Claim, claimsIn, claimsUnder, isHeading, isLabel, namesTotals } from './claims.ts'
import { findHeads, type Heads, keyOf } from './headings.ts'
import { checkLastBalance, inOrder } from './order.ts'
import type { Booking, Mapping, ReadStatement, StatementLine } from './statement.ts'
import { isNothing, refused, refusedAt, type SheetRow, SPELL, textOf } from './table.ts'

/** What banks write below a statement. */
const FOOTER = /^(?:打印|制表|导出|下载|查询|生成|说明|注[:：]|备注[:：]|温馨提示|提示|第\d+页|共\d+页|以下空白|[-=*_—]{3,})/

const firstText = ({ cells }: SheetRow): string => cells.map(textOf).find((text) => text !== '') ?? ''

/** What is no day after all is refused with its line. */
const startsAsDay = (text: string): boolean => /^\d{4}/.test(text)

/** A row after the headings: what moves money, what tells of the whole, or what says nothing of either. */
const partOf = ({ heads, columns }: Heads, table: SheetRow): 'line' | 'totals' | 'none' => {
  const { cells } = table
  const amounts = [columns.income, columns.outgo, columns.amount].flatMap((column) => (column === undefined ? [] : [textOf(cells[column])]))
  const hasAmount = amounts.some((text) => !isNothing(text))
  const day = textOf(cells[columns.day ?? -1])
  // No line has two amounts: what has, and calls itself a total, is one.
  const isOfBothSides = amounts.length > 1 && amounts.every((text) => !isNothing(text) && fenIn(text) !== 0)
  if (hasAmount && startsAsDay(day) && !(isOfBothSides && namesTotals(table))) return 'line'
  if (!hasAmount && firstText(table).startsWith('#')) return 'totals'
  if (namesTotals(table) && (!hasAmount || isOfBothSides || isNothing(day) || isLabel(day))) return 'totals'
  if (cells.every((cell, column) => textOf(cell) === (heads[column] ?? ''))) return 'none'
  return !hasAmount && FOOTER.test(firstText(table)) ? 'none' : 'line'
}

/** Values of totals that stand under their names: nothing but numbers, and no day. */
const isValues = ({ columns }: Heads, { cells }: SheetRow, isBefore: boolean): boolean =>
  (isBefore || !startsAsDay(textOf(cells[columns.day ?? -1]))) &&
  cells.every((cell) => isNothing(textOf(cell)) || fenIn(textOf(cell)) !== null)

/** Parts the rows after the headings, and those before them, into lines and what the file says of them. */
function* parted(rows: readonly SheetRow[], found: Heads): Generator<undefined, { lines: SheetRow[]; claims: Claim[] }> {
  const lines: SheetRow[] = []
  const claims: Claim[] = []
  for (const [index, table] of rows.entries()) {
    if (index % SPELL === SPELL - 1) yield
    if (index === found.index) continue
    const isBefore = index < found.index
    const above = rows[index - 1]
    if (above && index - 1 !== found.index && isValues(found, table, isBefore) && isHeading(above)) {
      claims.push(...claimsUnder(above, table))
      continue
    }
    const part = isBefore ? 'totals' : partOf(found, table)
    if (part === 'line') lines.push(table)
    // What is carried over from page to page is no balance of the whole.
    else if (part === 'totals')
      claims.push(...claimsIn(isBefore ? null : found, table).filter(({ label }) => lines.length === 0 || !label.startsWith('承前')))
  }
  return { lines, claims }
}

const checkTrailer = ({ channel }: Heads, claims: readonly Claim[], last: SheetRow | undefined): void => {
  const missing = channel?.totals.find((label) => !claims.some((claim) => claim.label === label))
  if (channel && missing !== undefined)
    throw refusedAt(last?.row ?? 1, `到此为止，没有${channel.name}账单最后的“${missing}”，文件可能没有传完整`)
}

const columnSumsOf =
  ({ heads }: Heads, rows: readonly SheetRow[], bookings: readonly Booking[]) =>
  (head: string): { paid: number; all: number } | null => {
    const place = heads.findIndex((text) => keyOf(text) === head)
    if (place < 0) return null
    const sum = (isWanted: (index: number) => boolean): number =>
      rows.reduce((so, { row, cells }, index) => so + (isWanted(index) ? (moneyAt(row, head, cells[place]) ?? 0) : 0), 0)
    return { paid: sum((index) => bookings[index]?.side === 'in'), all: sum(() => true) }
  }

/** What was there before and after, by the balances, or else by what the file says of either. */
const endsOf = (
  bookings: readonly Booking[],
  follows: boolean,
  claims: readonly Claim[],
): { opening: number | null; closing: number | null } => {
  const said = (what: 'opening' | 'closing'): number | null => claims.find((claim) => claim.what === what)?.value ?? null
  const moved = (list: readonly Booking[]): number => list.reduce((sum, { price, fee }) => sum + price + fee, 0)
  const at = follows ? bookings.findIndex(({ balance }) => balance !== null) : -1
  const known = bookings[at]?.balance
  const closing = said('closing')
  const opening =
    known !== undefined && known !== null
      ? known - moved(bookings.slice(0, at + 1))
      : (said('opening') ?? (closing === null ? null : closing - moved(bookings)))
  return { opening, closing: opening === null ? null : opening + moved(bookings) }
}

/** A row's money, and the fee that went with it. */
const linesOf = ({ side: _side, fee, ...line }: Booking): StatementLine[] => {
  const { balance } = line
  if (fee === 0) return line.price === 0 ? [] : [line]
  return [...(line.price === 0 ? [] : [{ ...line, balance: balance === null ? null : balance - fee }]), { ...line, price: fee, kind: 2 }]
}

/** Nothing moves where the amount is nought and the balance stays; without a balance nobody can tell. */
const checkNoughts = ({ channel }: Heads, bookings: readonly Booking[]): void => {
  const wrong = bookings.find(({ price, fee, balance }) => price === 0 && fee === 0 && balance === null)
  if (wrong && !channel) throw refusedAt(wrong.row, '金额是 0，也没有余额')
}

/**
 * Reads a statement of a bank, of 微信支付 or of 支付宝 from the rows of its file; `given` are headings as they stand there, mapped by hand.
 * Lines are given from the earliest on, in fen. All or nothing: 400 at `file`, with the line and the reason, for headings that say no day or
 * amount, for a row that cannot be read, balances that do not follow from each other, totals that the lines do not make, and a file cut off.
 */
export function* readingStatement(rows: readonly SheetRow[], given: Partial<Mapping> = {}): Generator<undefined, ReadStatement> {
  const heads = findHeads(rows, given)
  const { lines: tables, claims } = yield* parted(rows, heads)
  const { found, bookings } = yield* bookingsOf(heads, tables)
  checkTrailer(found, claims, rows.at(-1))
  if (bookings.length === 0) throw refused('文件里没有一笔交易')
  checkNoughts(found, bookings)
  if (!found.channel && found.columns.balance !== undefined) checkLastBalance(bookings)
  // A channel tells the balances of one second in any order; its totals say whether the file is whole.
  const ordered = inOrder(bookings, found.channel === null)
  const { opening, closing } = endsOf(ordered.bookings, ordered.follows, claims)
  checkClaims(claims, { bookings, opening, closing, columnSum: columnSumsOf(found, tables, bookings) })
  const lines = ordered.bookings.flatMap(linesOf)
  if (lines.length === 0) throw refused('文件里没有一笔交易')
  const said = new Set(claims.map(({ what }) => what))
  const isChecked =
    ordered.follows || said.has('count') || said.has('sum') || said.has('column') || (said.has('opening') && said.has('closing'))
  const days = lines.map(({ day }) => day).toSorted()
  const [from = '', to = ''] = [days[0], days.at(-1)]
  return { heads: found.heads, mapping: found.mapping, lines, opening, closing, isChecked, isOfChannel: found.channel !== null, from, to }
}

/** The same without a pause. */
export const readStatement = (rows: readonly SheetRow[], given: Partial<Mapping> = {}): ReadStatement => {
  const steps = readingStatement(rows, given)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
