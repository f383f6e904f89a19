import type { CompleteColumn, CompleteResource } from './complete.ts'

/** How a column stands in a file: a number that can be summed, money with its two decimals, or text. */
export type CellKind = 'text' | 'number' | 'money'

export const cellKindOf = (column: CompleteColumn): CellKind =>
  column.is === 'fen' ? 'money' : column.is === 'int' || column.is === 'decimal' ? 'number' : 'text'

/** The columns that a list can export: all that it may show, save those declared `export: false`. */
export const exportable = (resource: CompleteResource): CompleteColumn[] =>
  resource.columns.filter((column) => column.shown !== 'never' && column.spec.export !== false)

/** The head of a column in a list and in a file, with its unit: money is headed 元 and carries no sign of its own (look.md). */
export const headOf = (column: CompleteColumn): string => {
  const unit = column.is === 'fen' ? '元' : column.spec.unit
  return unit ? `${column.label}（${unit}）` : column.label
}
