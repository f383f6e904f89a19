import { setImmediate as turn } from 'node:timers/promises'
import { CallError } from '../../../src/core/errors.ts'
import type { FileLayout, LayoutRow } from '../../../src/core/fileLayout.ts'
import { nearest } from '../../../src/core/nearest.ts'
import { grouped } from '../../../src/protocol/fen.ts'
import { encodingOf } from './encodings.ts'
import { splitLine } from './fields.ts'
import { type LayoutValue, readField, WrongField } from './values.ts'
import { type Told, totalsOf } from './writeLayout.ts'

/** So many lines a file may have, beside headings and totals. */
export const MAX_LINES = 100_000
/** So many are read before others have their turn. */
const SPELL = 500

interface Line {
  number: number
  bytes: Buffer
}

type Row = Record<string, LayoutValue>

const refused = (message: string): CallError => new CallError(400, message, { field: 'file' })

/** What is told of a line for which a whole file is refused. */
export const refusedAt = (line: number, message: string): CallError => refused(`第 ${line} 行：${message}，整个文件没有读入`)

/** Gives the lines that are not empty; whether the last one has its end. A byte 0x0A is a line's end in both encodings. */
const linesOf = (bytes: Buffer): { lines: Line[]; isEnded: boolean } => {
  const lines: Line[] = []
  let at = 0
  for (let number = 1; at < bytes.length; number++) {
    const end = bytes.indexOf(0x0a, at)
    const whole = bytes.subarray(at, end < 0 ? bytes.length : end)
    const line = whole.at(-1) === 0x0d ? whole.subarray(0, -1) : whole
    if (line.length > 0) lines.push({ number, bytes: line })
    if (lines.length > MAX_LINES + 2) throw refused(`一个文件最多 ${grouped(MAX_LINES)} 行，请分成几个`)
    if (end < 0) return { lines, isEnded: whole.at(-1) === 0x0d }
    at = end + 1
  }
  return { lines, isEnded: true }
}

/** Gives the column of each field, by the headings. */
const columnsBy = ({ columns }: FileLayout, heads: readonly string[], number: number): string[] => {
  const named = new Map(Object.entries(columns).flatMap(([name, { label, also = [] }]) => [label, ...also].map((head) => [head, name])))
  const meant = heads.map((head) => {
    const text = head.trim()
    const name = named.get(text)
    if (name !== undefined) return name
    const near = nearest(text, [...named.keys()])
    throw refusedAt(number, `没有“${text}”这一列${near ? `，是否想写“${near}”` : `，可用：${[...named.keys()].join('、')}`}`)
  })
  const twice = meant.find((name, index) => meant.indexOf(name) < index)
  if (twice !== undefined) throw refusedAt(number, `“${columns[twice]?.label}”这一列有两次`)
  const missing = Object.entries(columns).find(([name, { required }]) => required && !meant.includes(name))
  if (missing) throw refusedAt(number, `缺少“${missing[1].label}”这一列`)
  return meant
}

/** Reads the fields of one line. */
const rowOf = ({ columns, separator }: FileLayout, names: readonly string[], fields: string[] | null, { number, bytes }: Line): Row => {
  if (fields === null)
    throw refusedAt(number, separator === undefined ? `长 ${bytes.length} 字节，与格式不符` : '引号不配对，文件可能没有传完整')
  if (fields.length !== names.length) throw refusedAt(number, `有 ${fields.length} 栏，应为 ${names.length} 栏`)
  const row: Row = Object.fromEntries(Object.keys(columns).map((name) => [name, null]))
  for (const [index, name] of names.entries()) {
    const column = columns[name]
    if (!column) continue
    try {
      row[name] = readField(fields[index] ?? '', column)
    } catch (error) {
      if (error instanceof WrongField) throw refusedAt(number, `${column.label}${error.message}`)
      throw error
    }
  }
  return row
}

/** Gives what the line with totals tells of the file. Throws where it does not say what the rows are: something is missing, or was changed. */
const readTotals = ({ totals }: FileLayout, fields: string[] | null, rows: readonly Row[], line: Line): Told => {
  const said = fields?.map((field) => field.trim())
  const told = Object.fromEntries(
    (totals?.fields ?? []).flatMap((field, index): [string, string][] => ('tells' in field ? [[field.tells, said?.[index] ?? '']] : [])),
  )
  const wanted = totalsOf(totals?.fields ?? [], rows, told)
  if (said?.length === wanted.length && said.every((text, index) => text === wanted[index])) return told
  throw refusedAt(line.number, `合计是“${(said ?? []).join(' ')}”，文件里的行合计是“${wanted.join(' ')}”，文件可能没有传完整`)
}

/**
 * Reads a file by its layout and gives its rows; leaves the thread to others now and then. All or nothing: 400 at `file`, with the line and the
 * reason, for a wrong encoding, column, card, amount or date, for totals that the rows do not make, and for a file that was cut off (where the
 * layout has totals, wherever it was cut).
 */
export const readLayout = async <L extends FileLayout>(layout: L, bytes: Buffer): Promise<LayoutRow<L>[]> =>
  (await readLines(layout, bytes)).map(({ row }) => row)

/** A row, and the number of its line in the file. */
interface NumberedRow<L> {
  number: number
  row: LayoutRow<L>
}

/** The same, each with the number of its line in the file: for what is found wrong with it later. */
export const readLines = async <L extends FileLayout>(layout: L, bytes: Buffer): Promise<NumberedRow<L>[]> =>
  (await readWhole(layout, bytes)).lines

/** The same, with what the file tells of itself in its line with totals. */
export const readWhole = async <L extends FileLayout>(layout: L, bytes: Buffer): Promise<{ told: Told; lines: NumberedRow<L>[] }> => {
  const { columns, heads, totals } = layout
  const { encoding, from } = encodingOf(bytes)
  const decoder = new TextDecoder(encoding)
  const decode = (part: Buffer): string => decoder.decode(part)
  const { lines, isEnded } = linesOf(bytes.subarray(from))
  const total = totals && (totals.at === 'head' ? lines.shift() : lines.pop())
  if (totals && !total) throw refused('文件是空的')
  // Totals in front tell how many lines there are, not whether the last one has its end; without totals nothing does.
  if (totals?.at !== 'trailer' && !isEnded) throw refused('最后一行没有结束，文件可能没有传完整，整个文件没有读入')
  const head = heads && lines.shift()
  if (heads && !head) throw refused('没有表头这一行，文件可能没有传完整')
  const widths = Object.values(columns).map(({ width = 0 }) => width)
  const names = head ? columnsBy(layout, splitLine(layout, head.bytes, widths, decode) ?? [], head.number) : Object.keys(columns)
  if (lines.length > MAX_LINES) throw refused(`一个文件最多 ${grouped(MAX_LINES)} 行，请分成几个`)
  const rows: Row[] = []
  for (const line of lines) {
    rows.push(rowOf(layout, names, splitLine(layout, line.bytes, widths, decode), line))
    if (rows.length % SPELL === 0) await turn()
  }
  const told =
    totals && total
      ? readTotals(
          layout,
          splitLine(
            layout,
            total.bytes,
            totals.fields.map(({ width = 0 }) => width),
            decode,
          ),
          rows,
          total,
        )
      : {}
  return { told, lines: rows.map((row, index) => ({ number: lines[index]?.number ?? 0, row: row as LayoutRow<L> })) }
}
