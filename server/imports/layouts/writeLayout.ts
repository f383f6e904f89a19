import type { FileLayout, LayoutRow, LayoutTotal } from '../../../src/core/fileLayout.ts'
import { joinLine } from './fields.ts'
import { type LayoutValue, plainYuan, writtenField } from './values.ts'

/** How a line ends, alike in all encodings. */
const END = Buffer.from('\r\n')

type Rows = readonly Readonly<Record<string, LayoutValue>>[]

/** What a file says of itself in its line with totals, by the names of `tells`. */
export type Told = Readonly<Record<string, string>>

/** Gives the fields of the line with totals of such rows, as they are written. */
export const totalsOf = (fields: readonly LayoutTotal[], rows: Rows, told: Told = {}): string[] =>
  fields.map((field) => {
    if ('mark' in field) return field.mark
    if ('tells' in field) return told[field.tells] ?? ''
    if ('counts' in field) return String(rows.length)
    return plainYuan(rows.reduce((sum, row) => sum + Number(row[field.sums] ?? 0), 0))
  })

/** Gives the bytes of a row as a line of a file has them, with its end. */
export const bytesOfRow = <L extends FileLayout>({ columns, ...layout }: L, row: LayoutRow<L>): number => {
  const named = Object.entries(columns)
  const given = row as Rows[number]
  const fields = named.map(([name, column]) => writtenField(given[name] ?? null, column))
  return (
    joinLine(
      layout,
      fields,
      named.map(([, { width = 0 }]) => width),
    ).length + END.length
  )
}

/** Gives a file of these rows by its layout, and what it tells of itself. Throws where a field is longer than its width. */
export const writeLayout = <L extends FileLayout>(layout: L, rows: readonly LayoutRow<L>[], told: Told = {}): Buffer => {
  const { columns, heads, totals } = layout
  const named = Object.entries(columns)
  const widths = named.map(([, { width = 0 }]) => width)
  const given = rows as Rows
  const total = totals
    ? [
        joinLine(
          layout,
          totalsOf(totals.fields, given, told),
          totals.fields.map(({ width = 0 }) => width),
        ),
      ]
    : []
  const lines = [
    ...(totals?.at === 'head' ? total : []),
    ...(heads
      ? [
          joinLine(
            layout,
            named.map(([, { label }]) => label),
            widths,
          ),
        ]
      : []),
    ...given.map((row) =>
      joinLine(
        layout,
        named.map(([name, column]) => writtenField(row[name] ?? null, column)),
        widths,
      ),
    ),
    ...(totals?.at === 'trailer' ? total : []),
  ]
  return Buffer.concat(lines.flatMap((line) => [line, END]))
}
