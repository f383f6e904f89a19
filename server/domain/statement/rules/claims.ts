import { fenIn, moneyAt } from './cells.ts'
import { type Heads, keyOf } from './headings.ts'
import type { Side } from './statement.ts'
import { isNothing, type SheetRow, textOf } from './table.ts'

/** Whose count or sum a total is: of all rows, of a side, of the payments or the refunds of a bill of trades. */
export type Group = 'all' | 'paid' | 'refunded' | Side

/** What a file says of its own lines. Sums and balances are in fen, without a sign where they are a group's. */
export type Claim = CountClaim | BalanceClaim | ColumnClaim

interface At {
  row: number
  label: string
}

interface BalanceClaim extends At {
  of: 'balance'
  what: 'opening' | 'closing'
  value: number
}

/** The sum of a column as it stands. */
interface ColumnClaim extends At {
  of: 'column'
  what: 'column'
  head: string
  value: number
}

export interface CountClaim extends At {
  of: 'lines'
  what: 'count' | 'sum'
  group: Group
  value: number
  /** Of a page or a day, not of the whole file. */
  isPart: boolean
}

interface Meaning {
  what: 'count' | 'both' | 'opening' | 'closing' | 'column' | 'part' | 'none'
  group?: Group
  /** Of `column`: its heading. */
  head?: string
}

/** What totals are called; the first that fits. What stands after it, up to the next, is its value. */
const LABELS: readonly [string, Meaning][] = [
  ['应结订单总金额', { what: 'column', head: '应结订单金额' }],
  ['申请退款总金额', { what: 'column', head: '申请退款金额' }],
  ['充值券退款总金额', { what: 'column', head: '充值券退款金额' }],
  ['手续费总金额', { what: 'column', head: '手续费' }],
  ['订单总金额', { what: 'column', head: '订单金额' }],
  ['总退款金额|退款总金额', { what: 'column', head: '退款金额' }],
  ['总交易额', { what: 'column', head: '总金额' }],
  ['交易合计', { what: 'both', group: 'paid' }],
  ['退款合计', { what: 'both', group: 'refunded' }],
  ['(?:收入|贷方|存入)(?:交易|发生额?|合计|总)*笔数', { what: 'count', group: 'in' }],
  ['(?:支出|借方|支取)(?:交易|发生额?|合计|总)*笔数', { what: 'count', group: 'out' }],
  ['(?:收入|贷方|存入)(?:交易|发生)?(?:总?金额|总?额)?(?:合计|总计|累计)(?:金额|发生额|额)?', { what: 'both', group: 'in' }],
  ['(?:支出|借方|支取)(?:交易|发生)?(?:总?金额|总?额)?(?:合计|总计|累计)(?:金额|发生额|额)?', { what: 'both', group: 'out' }],
  ['(?:收入|贷方|存入)(?:交易|发生)?(?:总?金额|总?额)', { what: 'both', group: 'in' }],
  ['(?:支出|借方|支取)(?:交易|发生)?(?:总?金额|总?额)', { what: 'both', group: 'out' }],
  ['(?:期初|上期|上日|上月|起始)(?:账户)?(?:余额|结余)|承前页?(?:余额)?', { what: 'opening' }],
  ['(?:期末|终止|本期)(?:账户)?(?:余额|结余)', { what: 'closing' }],
  ['过次页(?:余额)?', { what: 'none' }],
  ['(?:资金流水|交易|明细|记录|合计|总)*(?:总笔数|笔数|总交易单数|交易单数|总条数|总记录数)', { what: 'count', group: 'all' }],
  ['(?:本页|本日|本月|当页|当日)(?:合计|累计|小计)|小计', { what: 'part' }],
  ['(?:本期|全部)?(?:合计|总计|累计)', { what: 'both', group: 'all' }],
]

const ANY = LABELS.map(([label]) => `(${label})`).join('|')
const STARTS = new RegExp(`^#*(?:${ANY})`)

interface Said {
  label: string
  meaning: Meaning
  text: string
}

/** What a total is told in has no more letters. */
const MAX_LETTERS = 300

const plainOf = (cell: Parameters<typeof textOf>[0]): string => {
  const text = textOf(cell)
    .slice(0, MAX_LETTERS)
    .normalize('NFKC')
    .replaceAll(/(?<=[\u4e00-\u9fff])\s+(?=[\u4e00-\u9fff])/g, '')
  return isNothing(text) ? '' : text
}

/** What each label of a row is followed by. */
const saidIn = (text: string): Said[] => {
  const found = [...text.matchAll(new RegExp(ANY, 'g'))]
  return found.map((match, index) => {
    const [, meaning = { what: 'none' }] = LABELS[match.slice(1).findIndex((group) => group !== undefined)] ?? []
    return { label: match[0], meaning, text: text.slice(match.index + match[0].length, found[index + 1]?.index) }
  })
}

const countIn = (text: string): number | null => {
  const [, digits = ''] = /(\d[\d,]*)(?:\.0+)?\s*(?:笔|条|单|$|\s)/.exec(text) ?? []
  return digits === '' ? null : Number(digits.replaceAll(',', ''))
}

const sumIn = (text: string): number | null => {
  const [amount] = /[-+]?¥?\d[\d,]*(?:\.\d+)?/.exec(text.replace(/\d[\d,]*(?:\.0+)?\s*(?:笔|条|单)/, '')) ?? []
  return amount === undefined ? null : fenIn(amount)
}

/** Gives whether a row calls itself a total, a balance carried on, or the like. */
export const namesTotals = ({ cells }: SheetRow): boolean => cells.some((cell) => typeof cell === 'string' && STARTS.test(plainOf(cell)))

/** Gives whether a cell does. */
export const isLabel = (text: string): boolean => STARTS.test(plainOf(text))

const claimsOf = (row: number, { label, meaning, text }: Said, isPart: boolean): Claim[] => {
  const at = { row, label }
  if (meaning.what === 'opening' || meaning.what === 'closing') {
    const value = sumIn(text)
    return value === null ? [] : [{ ...at, of: 'balance', what: meaning.what, value }]
  }
  if (meaning.what === 'column') {
    const value = sumIn(text)
    return value === null ? [] : [{ ...at, of: 'column', what: 'column', head: meaning.head ?? '', value }]
  }
  if (meaning.what === 'part' || meaning.what === 'none') return []
  const count = meaning.what === 'count' ? countIn(text) : /\d\s*(?:笔|条|单)/.test(text) ? countIn(text) : null
  const sum = meaning.what === 'count' ? null : sumIn(text)
  const { group = 'all' } = meaning
  return [
    ...(count === null ? [] : [{ ...at, of: 'lines' as const, what: 'count' as const, group, value: count, isPart }]),
    ...(sum === null ? [] : [{ ...at, of: 'lines' as const, what: 'sum' as const, group, value: Math.abs(sum), isPart }]),
  ]
}

/** A total in the columns of the amounts and the balance. */
const columnClaims = (found: Heads | null, { row, cells }: SheetRow, said: readonly Said[]): Claim[] => {
  if (!found) return []
  const { columns, heads } = found
  const money = (column: number | undefined): number | null =>
    column === undefined || isLabel(textOf(cells[column])) ? null : moneyAt(row, heads[column] ?? '', cells[column])
  const [first] = said
  if (!first) return []
  const { what } = first.meaning
  const at = { row, label: first.label }
  if (what === 'opening' || what === 'closing') {
    const value = money(columns.balance)
    return value === null ? [] : [{ ...at, of: 'balance', what, value }]
  }
  const isPart = what === 'part'
  if (!isPart && !(what === 'both' && first.meaning.group === 'all')) return []
  const sum = (group: Group, column: number | undefined): Claim[] => {
    const value = money(column)
    return value === null ? [] : [{ ...at, of: 'lines', what: 'sum', group, value: Math.abs(value), isPart }]
  }
  return [...sum('in', columns.income), ...sum('out', columns.outgo), ...sum('all', columns.amount)]
}

/** Gives what a row of totals says: in the columns of the table, or in words with what follows each. */
export const claimsIn = (found: Heads | null, table: SheetRow): Claim[] => {
  const said = saidIn(Array.from(table.cells, plainOf).join(' '))
  const inColumns = columnClaims(found, table, said)
  const isPart = said[0]?.meaning.what === 'part'
  const inWords = said.flatMap((one) => claimsOf(table.row, one, isPart))
  if (inColumns.length === 0) return inWords
  return [...inColumns, ...inWords.filter(({ what }) => what === 'count')]
}

/** Gives whether a row has just the names of totals, for the values of the next row. */
export const isHeading = ({ cells }: SheetRow): boolean => {
  const texts = Array.from(cells, plainOf).filter((text) => text !== '')
  return texts.length > 1 && texts.every((text) => STARTS.test(text) && !/\d/.test(text))
}

/** Gives what two rows say together, of which the first names and the second tells. */
export const claimsUnder = (heading: SheetRow, values: SheetRow): Claim[] =>
  heading.cells.flatMap((cell, column) => {
    const [said] = saidIn(keyOf(plainOf(cell)))
    return said ? claimsOf(values.row, { ...said, text: ` ${plainOf(values.cells[column])}` }, false) : []
  })
