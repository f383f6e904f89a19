import { useList } from '@refinedev/core'
import { useState } from 'react'
import type { CompleteResource } from '../../derive/complete.ts'
import { resourceNamed } from '../../derive/declared.ts'
import { grouped } from '../../protocol/fen.ts'
import { mayCall } from '../../providers/accessControlProvider.ts'
import type { Row } from '../action/ActionHost.tsx'
import { kindViews } from '../kinds/index.ts'

type Related = CompleteResource['related'][number]

const ROWS = 20

const isOpen = ({ resource }: Related): boolean => {
  const { isLookup, calls } = resourceNamed(resource)
  return calls.index !== null && (isLookup || mayCall(calls.index))
}

const RelatedTable = ({ related, id }: { related: Related; id: number }) => {
  const resource = resourceNamed(related.resource)
  const [field, order] = resource.sort
  const { query, result } = useList<Row & { id?: number }>({
    resource: resource.name,
    pagination: { currentPage: 1, pageSize: ROWS, mode: 'server' },
    sorters: [{ field, order }],
    filters: [{ field: related.by, operator: 'eq', value: [id] }],
    errorNotification: false,
  })
  const rows = result.data ?? []
  const columns = resource.columns.filter((column) => column.shown === 'yes' && column.name !== related.by)
  if (query.isLoading) return <div className="list-skeleton" role="status" aria-label="加载中" />
  if (query.error) return <p role="alert">{query.error.message}</p>
  if (rows.length === 0) return <p className="list-hint">没有{related.label}</p>
  return (
    <div className="related-scroll">
      <table className="related">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} data-align={column.align}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={String(row[resource.key])}>
              {columns.map((column) => {
                const { Cell } = kindViews[column.is]
                return (
                  <td key={column.name} data-align={column.align}>
                    <Cell column={column} value={row[column.name]} row={row} />
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {(result.total ?? 0) > ROWS && (
        <p className="list-hint">
          共 {grouped(result.total ?? 0)} 条，这里是最近 {ROWS} 条
        </p>
      )}
    </div>
  )
}

/** What belongs to a record, a list at a time; those that the person may not call are not offered. */
export const RelatedLists = ({ resource, id }: { resource: CompleteResource; id: number }) => {
  const open = resource.related.filter(isOpen)
  const [chosen, setChosen] = useState(0)
  const shown = open[chosen] ?? open[0]
  if (!shown) return null
  return (
    <section className="related-lists">
      <nav className="strips" aria-label="相关记录">
        {open.map((related, place) => (
          <button key={related.label} type="button" aria-pressed={related === shown} onClick={() => setChosen(place)}>
            {related.label}
          </button>
        ))}
      </nav>
      <RelatedTable key={shown.resource} related={shown} id={id} />
    </section>
  )
}
