import type { ReactNode } from 'react'

/** A column of a small table. */
export interface SmallColumn<R> {
  /** Tells it from the others; its heading where that does. */
  name?: string
  head: string
  /** Of what stands in each row under a heading that only a screen reader needs. */
  isHeadHidden?: boolean
  /** In px; without one it shares what is left. */
  width?: number
  align?: 'left' | 'right' | undefined
  cell: (row: R) => ReactNode
  /** What the cell says in full, where it may be cut. */
  titleOf?: (row: R) => string
}

interface Props<R> {
  /** `grid` as lists are drawn, `bars` beside plots, `related` in a record's detail, `months` as squares. */
  look: 'grid' | 'bars' | 'related' | 'months' | 'bars plot-table'
  label?: string
  columns: readonly SmallColumn<R>[]
  rows: readonly R[]
  keyOf: (row: R, place: number) => string | number
  /** The first cell of a row names it. */
  isNamedByFirst?: boolean
}

const nameOf = <R,>({ name, head }: SmallColumn<R>): string => name ?? head

/** A table of rows that are all there, without sorting, choosing or pages: what belongs to a record, records of work, numbers of a plot. */
export const SmallTable = <R,>({ look, label, columns, rows, keyOf, isNamedByFirst = false }: Props<R>) => (
  <table className={look} aria-label={label}>
    {columns.some(({ width }) => width !== undefined) && (
      <colgroup>
        {columns.map((column) => (
          <col key={nameOf(column)} style={{ width: column.width }} />
        ))}
      </colgroup>
    )}
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={nameOf(column)} scope="col" data-align={column.align}>
            {column.isHeadHidden ? <span className="visually-hidden">{column.head}</span> : column.head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row, place) => (
        <tr key={keyOf(row, place)}>
          {columns.map((column, index) =>
            isNamedByFirst && index === 0 ? (
              <th key={nameOf(column)} scope="row">
                {column.cell(row)}
              </th>
            ) : (
              <td key={nameOf(column)} data-align={column.align} title={column.titleOf?.(row)}>
                {column.cell(row)}
              </td>
            ),
          )}
        </tr>
      ))}
    </tbody>
  </table>
)
