import { useOne } from '@refinedev/core'
import Button from 'antd/es/button'
import Drawer from 'antd/es/drawer'
import type { CompleteColumn, CompleteResource } from '../../derive/complete.ts'
import { type Row, useRunAction } from '../action/ActionHost.tsx'
import { rowActions } from '../action/allowed.ts'
import { kindViews } from '../kinds/index.ts'

const Pictures = ({ ids, label }: { ids: number[]; label: string }) => (
  <div className="pictures">
    {ids.map((id, index) => (
      <a key={id} href={`./files/${id}/full`} target="_blank" rel="noreferrer" aria-label={`查看${label}${index + 1}`}>
        <img src={`./files/${id}/thumb`} alt={`${label}${index + 1}`} width={104} height={80} />
      </a>
    ))}
  </div>
)

const Fact = ({ column, row }: { column: CompleteColumn; row: Row }) => {
  const { Cell } = kindViews[column.is]
  const value = row[column.name]
  const isWide = column.is === 'images' || column.is === 'note'
  return (
    <div className="fact" data-wide={isWide}>
      <dt>{column.label}</dt>
      <dd>
        {column.is === 'images' && Array.isArray(value) && value.length > 0 ? (
          <Pictures ids={value as number[]} label={column.label} />
        ) : (
          <Cell column={column} value={value} row={row} />
        )}
        {column.is === 'fen' && typeof value === 'number' ? ' 元' : column.spec.unit && value !== null ? ` ${column.spec.unit}` : ''}
      </dd>
    </div>
  )
}

/** One record: its name, state and actions at the head, its facts in two columns. It has a link of its own. */
export default function DetailDrawer({ resource, id, onClose }: { resource: CompleteResource; id: number; onClose: () => void }) {
  const run = useRunAction()
  const { query, result } = useOne<Row & { id?: number }>({ resource: resource.name, id, errorNotification: false })
  const row = result
  const state = resource.columns.find((column) => column.is === 'enum' && column.spec.is === 'enum' && column.spec.tones)
  const StateCell = state ? kindViews[state.is].Cell : null
  return (
    <Drawer
      open
      width={720}
      closable={{ 'aria-label': '关闭' }}
      onClose={onClose}
      title={
        row ? (
          <span className="detail-head">
            {String(row[resource.title] ?? '')}
            {state && StateCell && <StateCell column={state} value={row[state.name]} row={row} />}
          </span>
        ) : (
          resource.label
        )
      }
      extra={
        row && (
          <span className="detail-actions">
            {rowActions(resource, row).map((action) => (
              <Button key={action.name} danger={action.tone === 'danger'} onClick={() => run(resource, action, [row])}>
                {action.label}
              </Button>
            ))}
          </span>
        )
      }
    >
      {query.error && <p role="alert">{query.error.message}</p>}
      {row && (
        <dl className="facts">
          {resource.columns
            .filter((column) => column.shown !== 'never' && column.name !== resource.title)
            .map((column) => (
              <Fact key={column.name} column={column} row={row} />
            ))}
        </dl>
      )}
    </Drawer>
  )
}
