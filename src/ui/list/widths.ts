import type { CompleteAction } from '../../derive/actions.ts'
import type { CompleteColumn } from '../../derive/complete.ts'
import { headOf } from '../../derive/exports.ts'
import { spokenLocale, t } from '../../providers/i18nProvider.ts'

/** What a Latin letter of a list takes on average, in px; declared widths are those of Chinese heads and words. */
const LETTER = 6.9
const PADDING = 26
/** The mark of a state, and that of a sorted head. */
const MARK = 14

const isSource = (): boolean => spokenLocale() === 'zh-CN'
const wordWidth = (text: string): number => Math.round(text.length * LETTER)

export const headText = (column: CompleteColumn): string => t(headOf(column))

/** What a Chinese letter takes, and the gap behind an action. */
const HAN = 13
const GAP = 10

/** Wide enough for the words of the actions that stand in one row, and the gap behind each. */
export const actionsWidth = (actions: readonly CompleteAction[]): number => {
  if (isSource()) {
    const lengths = actions.map(({ label }) => label.length).toSorted((a, b) => b - a)
    return lengths.slice(0, 3).reduce((sum, length) => sum + length * HAN + GAP, PADDING + 6)
  }
  const widest = actions.map(({ label }) => wordWidth(label) + 12).toSorted((a, b) => b - a)
  const isMany = widest.length > 3
  return widest.slice(0, isMany ? 2 : 3).reduce((sum, width) => sum + width, isMany ? 60 : PADDING)
}

/** What a column cannot do with less: its head, and the words of its choices. */
const neededBy = (column: CompleteColumn): number => {
  const { spec } = column
  const words = spec.is === 'enum' ? Object.values(spec.of).map((word) => wordWidth(word) + PADDING + (spec.tones ? MARK : 0)) : []
  return Math.max(wordWidth(headText(column)) + PADDING + (column.isSortable ? MARK : 0), ...words)
}

/** Long texts are cut and shown whole on hover, so they give way where other words are longer than the Chinese. */
const YIELDING: ReadonlySet<string> = new Set(['text', 'note', 'ref', 'refs', 'changes'])
const LEAST = 0.65

/** Gives the widths of columns: as declared, or, in a language of longer words, so that what must not be cut has room and the whole grows as little as can be. */
export const widthsOf = (columns: readonly CompleteColumn[], extra = 0): number[] => {
  if (isSource()) return columns.map(({ width }) => width)
  const widths = columns.map((column) => Math.max(column.width, neededBy(column)))
  const over = extra + widths.reduce((sum, width, index) => sum + width - (columns[index]?.width ?? 0), 0)
  const spare = columns.map((column, index) =>
    YIELDING.has(column.is) ? Math.max(0, (widths[index] ?? 0) - Math.max(neededBy(column), column.width * LEAST)) : 0,
  )
  const share = Math.min(
    1,
    Math.max(0, over) /
      Math.max(
        1,
        spare.reduce((sum, width) => sum + width, 0),
      ),
  )
  return widths.map((width, index) => Math.round(width - (spare[index] ?? 0) * share))
}

/** How much more the actions take than in the source language. */
export const actionsGrowth = (actions: readonly CompleteAction[]): number =>
  isSource() || actions.length === 0 ? 0 : actionsWidth(actions) - (32 + 36 * Math.min(actions.length, 3))
