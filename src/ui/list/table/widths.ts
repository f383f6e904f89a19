import { sum } from 'es-toolkit'
import { resourceNamed } from '../../../declared/declared.ts'
import type { CompleteColumn } from '../../../derive/complete.ts'
import { headOf } from '../../../derive/exports.ts'
import { said, spokenLocale, t } from '../../../providers/i18nProvider.ts'
import { instantText } from '../../look/dates.ts'

/** What a letter of a list takes, in px, where it is Chinese: a whole one. Declared widths are those of Chinese heads and words. */
const HAN = 13
/** In theme.css: a cell, and a head. */
const CELL = '400 13px'
const HEAD = '600 13px'
const PADDING = 26
/** The mark of a state, and that of a sorted head. */
const MARK = 14

const isSource = (): boolean => spokenLocale() === 'zh-CN'

let ruler: CanvasRenderingContext2D | null = null
const known = new Map<string, number>()

/** Latin letters are as wide as they are, so they are measured; made when first used, which the source language does without. */
const measured = (text: string, font: string): number => {
  const name = `${font} ${text}`
  const before = known.get(name)
  if (before !== undefined) return before
  ruler ??= document.createElement('canvas').getContext('2d')
  if (!ruler) return text.length * HAN
  ruler.font = `${font} ${getComputedStyle(document.documentElement).getPropertyValue('--font')}`
  const width = Math.ceil(ruler.measureText(text).width) + 1
  known.set(name, width)
  return width
}

const wordWidth = (text: string, font = CELL): number => (isSource() ? text.length * HAN : measured(text, font))

export const headText = (column: CompleteColumn): string => said(headOf(column))

/** Behind each action of a row (kinds.css), and the mark of those that a menu holds. */
const GAP = 12
const MORE = 14

/** Wide enough for what stands in any of the rows: the words of its actions, the gap between them and the mark of the others. */
export const actionsWidth = (rows: readonly { labels: readonly string[]; hasMore: boolean }[]): number => {
  const widthOf = ({ labels, hasMore }: (typeof rows)[number]): number =>
    sum(labels.map((label) => wordWidth(label) + GAP)) + (hasMore ? MORE : -GAP)
  return PADDING + Math.max(wordWidth(t`操作`, HEAD), ...rows.map(widthOf))
}

/** Digits are narrower than the letters of Chinese. */
const timeWidth = (): number => (isSource() ? 112 : measured(instantText(0), CELL))

/** What a column cannot do with less: its head, and the words of its choices. */
const neededBy = (column: CompleteColumn, hasYears: boolean): number => {
  const { spec } = column
  const time = spec.is === 'datetime' && hasYears ? timeWidth() + PADDING : 0
  const words = spec.is === 'enum' ? Object.values(spec.of).map((word) => wordWidth(word) + PADDING + (spec.tones ? MARK : 0)) : []
  const identifier = identifierOf(column)?.width ?? 0
  return Math.max(wordWidth(headText(column), HEAD) + PADDING + (column.isSortable ? MARK : 0), identifier, time, ...words)
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
 * Gives the widths of columns beside others of `taken` px: as declared, or so that what must not be cut has room (times with their years
 * too, where they are shown). Where that is more than the screen has, long texts give way.
 */
export const widthsOf = (columns: readonly CompleteColumn[], taken: number, hasYears: boolean): number[] => {
  const needed = columns.map((column) => neededBy(column, hasYears))
  const widths = columns.map((column, index) => Math.max(column.width, needed[index] ?? 0))
  const over = Math.max(0, taken + sum(widths) - ROOM)
  const spare = columns.map((column, index) =>
    YIELDING.has(column.is) ? Math.max(0, (widths[index] ?? 0) - Math.max(needed[index] ?? 0, column.width * LEAST)) : 0,
  )
  const share = Math.min(1, over / Math.max(1, sum(spare)))
  return widths.map((width, index) => Math.round(width - (spare[index] ?? 0) * share))
}

/**
 * Gives the widths of the columns of a list that scrolls in `room` px, its fixed ones aside, so that what stands fixed at its end covers none
 * of them half-way: those that are seen whole have the place of the next.
 */
export const seenWhole = (widths: readonly number[], room: number): number[] => {
  const seen = widths.filter((_, index) => sum(widths.slice(0, index + 1)) <= room)
  const rest = room - sum(seen)
  const share = Math.floor(rest / Math.max(1, seen.length))
  return widths.map((width, index) => {
    if (index >= seen.length) return width
    return width + (index === seen.length - 1 ? rest - share * index : share)
  })
}
