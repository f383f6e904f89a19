import type { Plot } from '../plots.ts'
import type { Column, Resource } from '../resource.ts'
import { checkWhere, filtersOf } from './checkFacts.ts'
import { isKnown, type Say } from './say.ts'

type Is = (column: Column) => boolean

const isDate: Is = ({ is }) => is === 'date'
const isSortedDate: Is = (column) => isDate(column) && column.sort === true
const isFen: Is = ({ is }) => is === 'fen'
const isRef: Is = ({ is }) => is === 'ref'

/** The words of each kind of plot, and what their columns have to be. */
const WORDS = {
  months: { due: ['可排序的日期列', isSortedDate], price: ['金额列', isFen], paid: ['金额列', isFen] },
  spans: { who: ['引用列', isRef], leads: ['引用列', isRef] },
} as const satisfies Record<Plot['is'], Readonly<Record<string, readonly [string, Is]>>>

const wordsOf = (is: Plot['is']): Readonly<Record<string, readonly [string, Is]>> => WORDS[is]

/** Plots of a life are drawn from one page of a list: what they ask it can be asked, and what they draw are days, amounts and references (R169). */
export const checkPlots = (resource: Resource, names: readonly string[], resources: ReadonlyMap<string, Resource>, say: Say): void => {
  for (const [index, plot] of (resource.plots ?? []).entries()) {
    const at = `plots[${index}]`
    const own = wordsOf(plot.is)
    const given = plot as unknown as Readonly<Record<string, string | readonly string[] | undefined>>
    for (const word of Object.values(WORDS).flatMap(Object.keys))
      if ((given[word] !== undefined) !== word in own)
        say('R169', `${at}.${word}`, word in own ? `${plot.is} 须写 ${word}` : `${plot.is} 不用 ${word}，请去掉`)
    isKnown(plot.resource, names, `${at}.resource`, say, '资源')
    const other = resources.get(plot.resource)
    if (!other) continue
    isKnown(plot.by, filtersOf(other), `${at}.by`, say, '可筛选的列')
    checkWhere(other, plot.where ?? {}, `${at}.where`, say)
    const columnsThat = (is: Is): string[] =>
      Object.entries(other.columns as Resource['columns']).flatMap(([name, column]) =>
        is(column) && column.derived !== 'counted' && !column.retired ? [name] : [],
      )
    const [from, to] = plot.during
    isKnown(
      from,
      columnsThat(plot.is === 'spans' ? isSortedDate : isDate),
      `${at}.during`,
      say,
      plot.is === 'spans' ? '可排序的日期列' : '日期列',
    )
    isKnown(to, columnsThat(isDate), `${at}.during`, say, '日期列')
    for (const [word, [what, is]] of Object.entries(own))
      for (const name of [given[word] ?? []].flat()) isKnown(name, columnsThat(is), `${at}.${word}`, say, what)
  }
}
