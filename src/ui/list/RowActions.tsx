import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import Dropdown from 'antd/es/dropdown'
import type { CompleteResource } from '../../derive/complete.ts'
import { type Row, useRunAction } from '../action/ActionHost.tsx'
import { rowActions } from '../action/allowed.ts'

/** At most this many actions stand in the row itself (look.md). */
const IN_ROW = 2

export const RowActions = ({ resource, row }: { resource: CompleteResource; row: Row }) => {
  const run = useRunAction()
  const actions = rowActions(resource, row)
  const inRow = actions.length > IN_ROW + 1 ? actions.slice(0, IN_ROW) : actions.slice(0, IN_ROW + 1)
  const rest = actions.slice(inRow.length)
  return (
    <span className="row-actions">
      {inRow.map((action) => (
        <button
          key={action.name}
          type="button"
          className={action.tone === 'danger' ? 'link link-danger' : 'link'}
          onClick={() => run(resource, action, [row])}
        >
          {action.label}
        </button>
      ))}
      {rest.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: rest.map((action) => ({ key: action.name, label: action.label, danger: action.tone === 'danger' })),
            onClick: ({ key }) => {
              const action = rest.find((other) => other.name === key)
              if (action) run(resource, action, [row])
            },
          }}
        >
          <button type="button" className="link" aria-label="更多操作">
            <MoreOutlined />
          </button>
        </Dropdown>
      )}
    </span>
  )
}
