import { sum } from 'es-toolkit'
import { memo, type ReactNode, useCallback, useMemo } from 'react'
import type { CompleteColumn, CompleteResource } from '../../derive/complete.ts'
import { t } from '../../providers/i18nProvider.ts'
import type { Row } from '../action/ActionHost.tsx'
import { anyRowActions, bulkActions } from '../action/allowed.ts'
import { kindViews } from '../kinds/index.ts'
import { Button } from '../libraryParts.ts'
import { useShownColumns } from './columnSettings.ts'
import { RowActions } from './RowActions.tsx'
import './table.css'
import type { ListController } from './useListController.ts'
import { actionsWidth, headText, widthsOf } from './widths.ts'

const SELECT_WIDTH = 40

const cellOf = (column: CompleteColumn, row: Row): ReactNode => {
  const { Cell } = kindViews[column.is]
  return <Cell column={column} value={row[column.name]} row={row} />
}

interface RowProps {
  resource: CompleteResource
  columns: readonly CompleteColumn[]
  row: Row
  hasActions: boolean
  /** Null where nothing can be done to many. */
  isSelected: boolean | null
  onSelect: (row: Row, isSelected: boolean) => void
  onOpen: (row: Row) => void
}

const TableRow = memo(({ resource, columns, row, hasActions, isSelected, onSelect, onOpen }: RowProps) => (
  <tr className="row" data-selected={isSelected === true}>
    {isSelected !== null && (
      <td>
        <input
          type="checkbox"
          aria-label={t(`选择 ${row[resource.title] ?? ''}`)}
          checked={isSelected}
          onChange={(event) => onSelect(row, event.target.checked)}
        />
      </td>
    )}
    {columns.map((column) => (
      <td key={column.name} data-align={column.align}>
        {column.name === resource.title && resource.calls.detail ? (
          <button type="button" className="link" onClick={() => onOpen(row)}>
            {cellOf(column, row)}
          </button>
        ) : (
          cellOf(column, row)
        )}
      </td>
    ))}
    {hasActions && (
      <td>
        <RowActions resource={resource} row={row} />
      </td>
    )}
  </tr>
))

const SORTS = { asc: 'ascending', desc: 'descending' } as const

/** A column's head: a click sorts up, the next down, the one after that as the list was. */
const Head = ({ column, list }: { column: CompleteColumn; list: ListController }) => {
  const sorted = list.order.field === column.name ? list.order.order : null
  const turn = (): void => list.sortBy(sorted === 'desc' ? null : column.name, sorted === 'asc' ? 'desc' : 'asc')
  return (
    <th scope="col" data-align={column.align} aria-sort={sorted ? SORTS[sorted] : undefined} title={headText(column)}>
      {column.isSortable ? (
        <button type="button" onClick={turn}>
          {headText(column)}
          <span className="sort" data-sorted={sorted ?? undefined} aria-hidden="true" />
        </button>
      ) : (
        headText(column)
      )}
    </th>
  )
}

const Empty = ({ list }: { list: ListController }) => (
  <div className="list-empty">
    {Object.keys(list.filters).length > 0 ? (
      <>
        {t('没有符合筛选条件的记录')}
        <Button type="link" onClick={list.clearFilters}>
          {t('清空筛选')}
        </Button>
      </>
    ) : (
      list.resource.empty
    )}
  </div>
)

/** The rows in a plain table: what a list needs of one is little, and a component library's table costs a third of the first page's time. */
export const ListTable = ({ list, onOpen }: { list: ListController; onOpen: (row: Row) => void }) => {
  const { resource, rows, selected, select } = list
  const columns = useShownColumns(resource)
  const actions = anyRowActions(resource)
  const isSelectable = bulkActions(resource).length > 0
  const keys = useMemo(() => new Set(selected.map((row) => row[resource.key])), [selected, resource.key])
  const onSelect = useCallback(
    (row: Row, isSelected: boolean) =>
      select((now) => (isSelected ? [...now, row] : now.filter((other) => other[resource.key] !== row[resource.key]))),
    [select, resource.key],
  )
  const selectWidth = isSelectable ? [SELECT_WIDTH] : []
  const actionWidth = actions.length > 0 ? [actionsWidth(actions)] : []
  const widths = [...selectWidth, ...widthsOf(columns, sum([...selectWidth, ...actionWidth])), ...actionWidth]
  return (
    <>
      <table className="grid" style={{ minWidth: sum(widths) }}>
        <colgroup>
          {widths.map((width, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column of the group is its place
            <col key={index} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {isSelectable && (
              <th scope="col">
                <input
                  type="checkbox"
                  aria-label={t('全选本页')}
                  checked={rows.length > 0 && keys.size === rows.length}
                  onChange={(event) => select(event.target.checked ? rows : [])}
                />
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.name} column={column} list={list} />
            ))}
            {actions.length > 0 && <th scope="col">{t('操作')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow
              key={String(row[resource.key])}
              resource={resource}
              columns={columns}
              row={row}
              hasActions={actions.length > 0}
              isSelected={isSelectable ? keys.has(row[resource.key]) : null}
              onSelect={onSelect}
              onOpen={onOpen}
            />
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <Empty list={list} />}
    </>
  )
}
