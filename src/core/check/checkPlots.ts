import type { ListPlot } from '../plots.ts'
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
} as const satisfies Record<ListPlot['is'], Readonly<Record<string, readonly [string, Is]>>>

const wordsOf = (is: ListPlot['is']): Readonly<Record<string, readonly [string, Is]>> => WORDS[is]

const columnsThat = (resource: Resource, is: Is): string[] =>
  Object.entries(resource.columns as Resource['columns']).flatMap(([name, column]) =>
    is(column) && column.derived !== 'counted' && !column.retired ? [name] : [],
  )

/** What happens to a row stands on a day by which its list can be sorted (R179). */
const checkHappens = (resource: Resource, say: Say): void => {
  for (const [index, { day, tells, where = {} }] of (resource.happens ?? []).entries()) {
    const at = `happens[${index}]`
    const days = columnsThat(resource, (column) => (column.is === 'date' || column.is === 'datetime') && column.sort === true)
    isKnown(day, days, `${at}.day`, say, '可排序的日期或时间列', 'R179')
    if (tells) isKnown(tells, columnsThat(resource, isFen), `${at}.tells`, say, '金额列', 'R179')
    checkWhere(resource, where, `${at}.where`, say)
  }
}

/** A timeline draws what is written down of the record, and what happens in its lists: one of them has to be (R180). */
const checkTimeline = (resource: Resource, resources: ReadonlyMap<string, Resource>, at: string, say: Say): void => {
  const isTold = (resource.has ?? []).some(({ resource: name }) => (resources.get(name)?.happens ?? []).length > 0)
  if (!isTold && !(resource.states && resource.log !== false))
    say('R180', at, 'timeline 没有可画的：须有 states，或 has 里的资源写了 happens')
}

/** Plots of a life are drawn from one page of a list: what they ask it can be asked, and what they draw are days, amounts and references (R169). */
export const checkPlots = (resource: Resource, names: readonly string[], resources: ReadonlyMap<string, Resource>, say: Say): void => {
  checkHappens(resource, say)
  for (const [index, plot] of (resource.plots ?? []).entries()) {
    const at = `plots[${index}]`
    const isListed = plot.is === 'months' || plot.is === 'spans'
    const own = isListed ? wordsOf(plot.is) : {}
    const given = plot as unknown as Readonly<Record<string, string | readonly string[] | undefined>>
    for (const word of Object.values(WORDS).flatMap(Object.keys))
      if ((given[word] !== undefined) !== word in own)
        say('R169', `${at}.${word}`, word in own ? `${plot.is} 须写 ${word}` : `${plot.is} 不用 ${word}，请去掉`)
    const wanted = { resource: isListed, by: isListed, during: isListed, call: plot.is === 'table' }
    for (const [word, isWanted] of Object.entries(wanted))
      if ((given[word] !== undefined) !== isWanted)
        say('R169', `${at}.${word}`, isWanted ? `${plot.is} 须写 ${word}` : `${plot.is} 不用 ${word}，请去掉`)
    if (plot.is === 'timeline') checkTimeline(resource, resources, at, say)
    if (!isListed || !plot.resource || !plot.by || !plot.during) continue
    isKnown(plot.resource, names, `${at}.resource`, say, '资源')
    const other = resources.get(plot.resource)
    if (!other) continue
    isKnown(plot.by, filtersOf(other), `${at}.by`, say, '可筛选的列')
    checkWhere(other, plot.where ?? {}, `${at}.where`, say)
    const [from, to] = plot.during
    isKnown(
      from,
      columnsThat(other, plot.is === 'spans' ? isSortedDate : isDate),
      `${at}.during`,
      say,
      plot.is === 'spans' ? '可排序的日期列' : '日期列',
    )
    isKnown(to, columnsThat(other, isDate), `${at}.during`, say, '日期列')
    for (const [word, [what, is]] of Object.entries(own))
      for (const name of [given[word] ?? []].flat()) isKnown(name, columnsThat(other, is), `${at}.${word}`, say, what)
  }
}
