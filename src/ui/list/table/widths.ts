import { sum } from 'es-toolkit'
import { resourceNamed } from '../../../declared/declared.ts'
import type { CompleteColumn } from '../../../derive/complete.ts'
import { headOf } from '../../../derive/exports.ts'
import { said, spokenLocale } from '../../../providers/i18nProvider.ts'

/** What a letter of a list takes, in px: a Latin one on average, a Chinese one always; declared widths are those of Chinese heads and words. */
const LATIN = 6.9
/** In a head, which is bold and may be of wide letters (Community). */
const LATIN_HEAD = 8.2
const HAN = 13
const PADDING = 26
/** The mark of a state, and that of a sorted head. */
const MARK = 14

const isSource = (): boolean => spokenLocale() === 'zh-CN'
const wordWidth = (text: string, latin = LATIN): number => Math.round(text.length * (isSource() ? HAN : latin))

export const headText = (column: CompleteColumn): string => said(headOf(column))

/** Wide enough for the words of the actions that stand in one row, and the gap behind each. */
export const actionsWidth = (labels: readonly string[]): number => {
  const widest = labels.map((label) => wordWidth(label) + (isSource() ? 10 : 12)).toSorted((a, b) => b - a)
  if (isSource()) return PADDING + 6 + sum(widest.slice(0, 3))
  const isMany = widest.length > 3
  return (isMany ? 60 : PADDING) + sum(widest.slice(0, isMany ? 2 : 3))
}

/** What a column cannot do with less: its head, and the words of its choices. */
const neededBy = (column: CompleteColumn): number => {
  const { spec } = column
  const words = spec.is === 'enum' ? Object.values(spec.of).map((word) => wordWidth(word) + PADDING + (spec.tones ? MARK : 0)) : []
  const identifier = identifierOf(column)?.width ?? 0
  return Math.max(wordWidth(headText(column), LATIN_HEAD) + PADDING + (column.isSortable ? MARK : 0), identifier, ...words)
}

/** Long texts are cut and shown whole on hover, so they give way where a list is wider than the screen. */
const YIELDING: ReadonlySet<string> = new Set(['text', 'note', 'ref', 'refs', 'enums', 'files', 'changes'])
const LEAST = 0.65

/** The identifier that a column shows, its own or that of what it refers to; null where it shows none. */
const identifierOf = (column: CompleteColumn): CompleteColumn | null => {
  const target = column.target === null ? null : resourceNamed(column.target)
  const shown = target ? target.column[target.title] : column
  return shown && (shown.is === 'code' || shown.spec.whole) ? shown : null
}
/** What a list has at 1600 px (look.md): beside the menu, the page's edges and a scroll bar. */
const ROOM = 1360

/**
 * Gives the widths of columns beside others of `taken` px: as declared, or so that what must not be cut has room. Where that is more than
 * the screen has, long texts give way.
 */
export const widthsOf = (columns: readonly CompleteColumn[], taken = 0): number[] => {
  const widths = columns.map((column) => Math.max(column.width, neededBy(column)))
  const over = Math.max(0, taken + sum(widths) - ROOM)
  const spare = columns.map((column, index) =>
    YIELDING.has(column.is) ? Math.max(0, (widths[index] ?? 0) - Math.max(neededBy(column), column.width * LEAST)) : 0,
  )
  const share = Math.min(1, over / Math.max(1, sum(spare)))
  return widths.map((width, index) => Math.round(width - (spare[index] ?? 0) * share))
}
