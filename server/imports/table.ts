import { CallError } from '../../src/core/errors.ts'
import { nearest } from '../../src/core/nearest.ts'
import { type Cell, cellText } from '../../src/derive/imports/importCells.ts'
import { headKey, type ImportColumn } from '../../src/derive/imports/importColumns.ts'
import { grouped } from '../../src/protocol/fen.ts'
import { BESIDE_HEAD, ERROR_HEAD, MAX_IMPORT_ROWS } from '../../src/protocol/imports.ts'
import { inEnglish } from '../caller/locale.ts'

/** A row of a file with anything in it; `row` is its number there. */
export interface TableRow {
  row: number
  cells: (Cell | null)[]
}

/** Takes the rows of a file as they are read, and refuses what is too much before it is kept. */
export interface RowSink {
  put(cells: (Cell | null)[], column: number, cell: Cell): void
  row(row: TableRow): void
}

/** More columns than any dialog has fields. */
const MAX_COLUMNS = 200
/** All that is kept of a file, in letters. */
const MAX_LETTERS = 60_000_000

const refused = (message: string): CallError => new CallError(400, message, { field: 'file' })

/** Gives a sink that keeps rows, and the rows that it has. Throws 400 beyond 50,000 rows, 200 columns or 60 million letters. */
export const keepRows = (): { sink: RowSink; rows: TableRow[] } => {
  const rows: TableRow[] = []
  let letters = 0
  const put: RowSink['put'] = (cells, column, cell) => {
    if (column < 0 || column >= MAX_COLUMNS) throw refused(`最多 ${MAX_COLUMNS} 列，请删去多余的列`)
    while (cells.length < column) cells.push(null)
    cells[column] = cell
    letters += typeof cell === 'string' ? cell.length : 8
    if (letters > MAX_LETTERS) throw refused('文件里的文字过多，请只留要导入的行和列')
  }
  const row: RowSink['row'] = (found) => {
    if (!found.cells.some((cell) => cell !== null && (typeof cell === 'object' || cellText(cell) !== ''))) return
    if (rows.length > MAX_IMPORT_ROWS) throw refused(`一次最多导入 ${grouped(MAX_IMPORT_ROWS)} 行，此文件更多，请分成几个`)
    rows.push(found)
  }
  return { sink: { put, row }, rows }
}

/** A file as far as its columns are understood. */
export interface Table {
  /** The headings as they stand there. */
  heads: readonly string[]
  /** The field that each column of the file fills; null for the column of errors and for empty ones. */
  columns: readonly (ImportColumn | null)[]
  rows: readonly TableRow[]
}

/** The column that a file sent back has for its mistakes, in either language. */
const isOfMistakes = (head: string): boolean => [ERROR_HEAD, inEnglish().said(ERROR_HEAD)].includes(headKey(head))

/** A column that is there to be looked at, in either language. */
const isBeside = (head: string): boolean =>
  [BESIDE_HEAD, inEnglish().said(BESIDE_HEAD)].some((mark) => headKey(head).startsWith(headKey(mark)))

const headsOf = ({ head, other }: ImportColumn): string[] => [head, ...(other ? [other.head] : [])].map(headKey)

/** Gives the column that a heading means: with its unit or without, in either language. */
const columnFor = (columns: readonly ImportColumn[], head: string): ImportColumn | undefined => {
  const key = headKey(head)
  const bare = (head: string): string => head.replace(/（[^）]*）$/, '')
  return columns.find((column) => headsOf(column).includes(key)) ?? columns.find((column) => headsOf(column).map(bare).includes(bare(key)))
}

/**
 * Gives the rows of a file with what each column fills. Throws 400, naming the column, where a required one is missing, one is there
 * twice, one is none of the resource's; and where there is no row.
 */
export const understand = (columns: readonly ImportColumn[], found: readonly TableRow[]): Table => {
  const [first, ...rows] = found
  if (!first) throw refused('文件是空的，请用模板填写')
  const heads = Array.from(first.cells, (cell) => (cell ? cellText(cell) : ''))
  const names = columns.map(({ head }) => head)
  const known = columns.flatMap(({ head, other }) => [head, ...(other ? [other.head] : [])])
  const meant = heads.map((head): ImportColumn | null => {
    if (head === '' || isOfMistakes(head) || isBeside(head)) return null
    const column = columnFor(columns, head)
    if (column) return column
    const nearKey = nearest(headKey(head), known.map(headKey))
    const near = known.find((name) => headKey(name) === nearKey)
    throw refused(`没有“${head}”这一列${near ? `，是否想写“${near}”` : `，可用：${names.join('、')}`}`)
  })
  const twice = meant.find((column, index) => column && meant.indexOf(column) < index)
  if (twice) throw refused(`“${twice.head}”这一列有两次`)
  const missing = columns.filter((column) => column.isRequired && !meant.includes(column))
  if (missing.length > 0) throw refused(`缺少必填的列：${missing.map(({ head }) => head).join('、')}`)
  if (rows.length === 0) throw refused('文件里没有要导入的行')
  const loose = rows.find(({ cells }) => cells.some((cell, index) => cell && heads[index] === undefined && cellText(cell) !== ''))
  if (loose) throw refused(`第 ${loose.row} 行有内容在表头之外，请补上表头或删去`)
  return { heads, columns: meant, rows }
}
