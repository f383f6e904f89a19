import { useDraggable } from '@dnd-kit/core'
import { CSS } from '@dnd-kit/utilities'
import type { CompleteColumn, CompleteResource } from '../../../derive/complete.ts'
import { t } from '../../../providers/i18nProvider.ts'
import type { Row } from '../../action/begun.ts'
import { kindViews } from '../../kinds/index.ts'
import { isEmpty } from '../../kinds/kindView.ts'
import { readTitle } from '../../kinds/text.tsx'

/** Without facts a card says so many of what its list shows. */
const SHOWN = 3

/** What a card says of a record: its facts as far as the list has them, or the first of its list's columns. */
const columnsOf = (resource: CompleteResource, row: Row): CompleteColumn[] => {
  const facts = resource.facts.flatMap(({ column }) => resource.column[column] ?? [])
  const shown = resource.columns.filter(({ shown, name }) => shown === 'yes' && name !== resource.title && name !== resource.states?.column)
  const told = (facts.length > 0 ? facts : shown.slice(0, SHOWN)).filter(({ name }) => !isEmpty(row[name]))
  return told.filter(({ spec, is }) => spec.derived !== 'counted' && is !== 'images')
}

interface Props {
  resource: CompleteResource
  row: Row
  canMove: boolean
  onOpen: ((row: Row) => void) | null
}

/** A record on a board: its name and facts. A click opens it. */
export const Card = ({ resource, row, canMove, onOpen }: Props) => {
  const { attributes, listeners, setNodeRef, transform, isDragging } = useDraggable({
    id: Number(row[resource.key]),
    disabled: !canMove,
    data: { row },
    attributes: { roleDescription: t`可以拖动` },
  })
  return (
    <li>
      <button
        ref={setNodeRef}
        type="button"
        className="board-card"
        data-moving={isDragging}
        style={{ transform: CSS.Translate.toString(transform) }}
        disabled={onOpen === null && !canMove}
        onClick={() => onOpen?.(row)}
        {...(canMove ? attributes : {})}
        {...(canMove ? listeners : {})}
      >
        <strong translate="no">{readTitle(resource, row)}</strong>
        {columnsOf(resource, row).map((column) => {
          const { Cell } = kindViews[column.is]
          return (
            <span key={column.name}>
              <small>{column.label}</small> <Cell column={column} value={row[column.name]} row={row} />
              {column.is === 'fen' ? t` 元` : column.spec.unit && ` ${column.spec.unit}`}
            </span>
          )
        })}
      </button>
    </li>
  )
}
