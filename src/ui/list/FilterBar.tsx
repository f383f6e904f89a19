import CloseOutlined from '@ant-design/icons-svg/es/asn/CloseOutlined'
import Button from 'antd/es/button'
import { Suspense, useState } from 'react'
import type { CompleteColumn } from '../../derive/complete.ts'
import { t } from '../../providers/i18nProvider.ts'
import { kindViews } from '../kinds/index.ts'
import { Icon } from '../look/Icon.tsx'
import { paramNames } from './saved/saved.ts'
import type { ListController } from './useListController.ts'

const without = (column: CompleteColumn): Record<string, undefined> =>
  Object.fromEntries(paramNames(column).map((name) => [name, undefined]))

const Chip = ({ words, onClear }: { words: string; onClear: () => void }) => (
  <button type="button" className="chip" title={words} aria-label={t`取消筛选 ${words}`} onClick={onClear}>
    {words}
    <Icon of={CloseOutlined} />
  </button>
)

/** The filters used most in one row, the rest folded with their number, and what is applied as chips that can be taken away. */
export const FilterBar = ({ list }: { list: ListController }) => {
  const [isOpen, setOpen] = useState(false)
  const { where = {} } = list.strip
  const filterable = list.resource.columns.filter((column) => column.filter && !(column.name in where) && kindViews[column.is].Filter)
  const first = filterable.filter((column) => column.filter === 'first')
  const more = filterable.filter((column) => column.filter === 'more')
  const applied = filterable.flatMap((column) => {
    const words = kindViews[column.is].describe(column, list.filters)
    return words ? [{ column, words }] : []
  })
  const field = (column: CompleteColumn) => {
    const Filter = kindViews[column.is].Filter
    return Filter ? (
      <div key={column.name} className="filter" data-match={column.match}>
        <Filter column={column} params={list.filters} onChange={list.filterBy} />
      </div>
    ) : null
  }
  if (filterable.length === 0) return null
  return (
    <search className="filters" aria-label={t`筛选${list.resource.label}`}>
      <div className="filters-row">
        {first.map(field)}
        {more.length > 0 && (
          <Button type="text" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? t`收起筛选` : t`更多筛选（${more.length}）`}
          </Button>
        )}
      </div>
      {isOpen && (
        <Suspense fallback={<div className="filters-row" />}>
          <div className="filters-row">{more.map(field)}</div>
        </Suspense>
      )}
      {applied.length > 0 && (
        <div className="chips">
          {applied.map(({ column, words }) => {
            const { Named } = kindViews[column.is]
            const chip = (said: string) => <Chip key={column.name} words={said} onClear={() => list.filterBy(without(column))} />
            return Named ? (
              <Named key={column.name} column={column} params={list.filters}>
                {chip}
              </Named>
            ) : (
              chip(words)
            )
          })}
          <Button type="link" size="small" onClick={list.clearFilters}>
            {t`清空`}
          </Button>
        </div>
      )}
    </search>
  )
}
