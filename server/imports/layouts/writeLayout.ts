import type { FileLayout, LayoutRow, LayoutTotal } from '../../../src/core/fileLayout.ts'
import { encoded } from './encodings.ts'
import { joinLine } from './fields.ts'
import { type LayoutValue, plainYuan, writtenField } from './values.ts'

type Rows = readonly Readonly<Record<string, LayoutValue>>[]

/** Gives the fields of the line with totals of such rows, as they are written. */
export const totalsOf = (fields: readonly LayoutTotal[], rows: Rows): string[] =>
  fields.map((field) => {
    if ('mark' in field) return field.mark
    if ('counts' in field) return String(rows.length)
    return plainYuan(rows.reduce((sum, row) => sum + Number(row[field.sums] ?? 0), 0))
  })

/** Gives a file of these rows by its layout. Throws where a field is longer than its width. */
export const writeLayout = <L extends FileLayout>(layout: L, rows: readonly LayoutRow<L>[]): Buffer => {
  const { columns, heads, totals, encoding } = layout
  const named = Object.entries(columns)
  const widths = named.map(([, { width = 0 }]) => width)
  const given = rows as Rows
  const total = totals
    ? [
        joinLine(
          layout,
          totalsOf(totals.fields, given),
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
  const end = encoded('\r\n', encoding)
  return Buffer.concat(lines.flatMap((line) => [line, end]))
}
