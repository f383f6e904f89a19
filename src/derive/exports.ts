import { type CellKind, kindFacts } from '../core/kinds.ts'
import type { CompleteColumn, CompleteResource } from './complete.ts'

/** = + - @, tab and line ends, and the wide forms that an input method types: what a spreadsheet takes for a formula begins so. */
export const FORMULA_STARTS: readonly number[] = [61, 43, 45, 64, 9, 10, 13, 65_309, 65_291, 65_293, 65_312]

export const looksLikeFormula = (text: string): boolean => FORMULA_STARTS.includes(text.codePointAt(0) ?? 0)

/** Gives how a column stands in a file. What cannot begin like a formula is told apart, so that a million rows are not asked in vain. */
export const cellKindOf = ({ spec }: CompleteColumn): CellKind =>
  spec.is === 'enum' && Object.values(spec.of).some(looksLikeFormula) ? 'text' : kindFacts[spec.is ?? 'text'].cell

/** The columns that a list can export: all that it may show, save those declared `export: false`, ages, which only an opened number tells, and those that not everyone who exports may read. */
export const exportable = (resource: CompleteResource): CompleteColumn[] =>
  resource.columns.filter(
    (column) => column.shown !== 'never' && column.spec.export !== false && !column.spec.reads?.endsWith('.age') && !column.isGuarded,
  )

/** The head of a column in a list and in a file, with its unit: money is headed 元 and carries no sign of its own (look.md). */
export const headOf = (column: CompleteColumn): string => {
  const unit = column.is === 'fen' ? '元' : column.spec.unit
  return unit ? `${column.label}（${unit}）` : column.label
}
