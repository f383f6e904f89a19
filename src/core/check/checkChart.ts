import type { Column, Resource } from '../resource.ts'
import { checkWhere, filtersOf, isQuantity } from './checkFacts.ts'
import { isKnown, type Say } from './say.ts'

const isAxis = (column: Column): boolean =>
  column.is === 'date' || column.is === 'ref' || (column.is === 'code' && column.max === 'YYYY-MM'.length)
const isPart = ({ is }: Column): boolean => is === 'enum' || is === 'ref'
const isFen = ({ is }: Column): boolean => is === 'fen'

/** What is drawn above a list is summed from it by a month, day or record, and leads to rows that a list can be asked for (R230). */
export const checkChart = (resource: Resource, names: readonly string[], resources: ReadonlyMap<string, Resource>, say: Say): void => {
  const { chart } = resource
  if (!chart) return
  const columns: Resource['columns'] = resource.columns
  const among = (is: (column: Column) => boolean): string[] =>
    Object.entries(columns).flatMap(([name, column]) => (is(column) ? [name] : []))
  const axes = filtersOf(resource).filter((name) => isAxis(columns[name] as Column))
  isKnown(chart.along, axes, 'chart.along', say, '可筛选的月份（7 位）、日期或引用列', 'R230')
  if ((chart.rates === undefined) === (chart.amounts === undefined)) say('R230', 'chart', 'rates 与 amounts 须写一个，只写一个')
  for (const [index, { of, per, weight }] of (chart.rates ?? []).entries()) {
    const at = `chart.rates[${index}]`
    if ((per === undefined) === (weight === undefined)) say('R230', at, 'per 与 weight 须写一个，只写一个')
    for (const [word, name] of Object.entries({ of, per, weight }))
      if (name !== undefined) isKnown(name, among(isQuantity), `${at}.${word}`, say, '数的列', 'R230')
  }
  for (const [index, name] of (chart.amounts ?? []).entries()) isKnown(name, among(isFen), `chart.amounts[${index}]`, say, '金额列', 'R230')
  if (chart.by !== undefined) {
    isKnown(
      chart.by,
      filtersOf(resource).filter((name) => isPart(columns[name] as Column)),
      'chart.by',
      say,
      '可筛选的选项或引用列',
      'R230',
    )
    if (chart.amounts?.length !== 1) say('R230', 'chart.by', '按一列分开的是一个金额：amounts 须恰好一列')
  }
  checkWhere(resource, chart.where ?? {}, 'chart.where', say)
  if (!chart.leads) return
  isKnown(chart.leads.resource, names, 'chart.leads.resource', say, '资源')
  const other = resources.get(chart.leads.resource)
  if (!other) return
  for (const name of [chart.leads.along, chart.leads.by ?? []].flat())
    isKnown(name, filtersOf(other), 'chart.leads', say, '可筛选的列', 'R230')
  checkWhere(other, chart.leads.where ?? {}, 'chart.leads.where', say)
}
