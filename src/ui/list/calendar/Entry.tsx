import { useDraggable } from '@dnd-kit/core'
import { CSS } from '@dnd-kit/utilities'
import type { CompleteResource } from '../../../derive/complete.ts'
import type { Lane } from '../../../derive/plots/lanes.ts'
import { t } from '../../../providers/i18nProvider.ts'
import type { Row } from '../../action/begun.ts'
import { kindViews } from '../../kinds/index.ts'
import { readTitle } from '../../kinds/text.tsx'

interface Props {
  resource: CompleteResource
  row: Row
  time: string
  /** In px from the first hour. */
  top: number
  height: number
  lane: Lane
  canMove: boolean
  onOpen: ((row: Row) => void) | null
}

/** The column that says where something takes place: the first reference that its list shows. */
export const whereOf = ({ columns }: CompleteResource) => columns.find(({ is, shown }) => is === 'ref' && shown === 'yes')

/** Gives where a lane stands in its day and how wide it is, as CSS has it. */
export const placeOf = ({ lane, lanes }: Lane) => ({ left: `${(lane * 100) / lanes}%`, width: `${100 / lanes}%` })

/** What takes place, where it does: its time, name, place and state. A click opens it. */
export const Entry = ({ resource, row, time, top, height, lane, canMove, onOpen }: Props) => {
  const { attributes, listeners, setNodeRef, transform, isDragging } = useDraggable({
    id: Number(row[resource.key]),
    disabled: !canMove,
    attributes: { roleDescription: t`可以拖动` },
  })
  const isToned = ({ is, spec }: (typeof resource.columns)[number]): boolean => is === 'enum' && 'tones' in spec
  const state = resource.column[resource.states?.column ?? ''] ?? resource.columns.find(isToned)
  const place = whereOf(resource)
  const Cell = state ? kindViews[state.is].Cell : null
  return (
    <button
      ref={setNodeRef}
      type="button"
      className="hours-entry"
      data-moving={isDragging}
      style={{ top, height, ...placeOf(lane), transform: CSS.Translate.toString(transform) }}
      disabled={onOpen === null && !canMove}
      onClick={() => onOpen?.(row)}
      {...(canMove ? attributes : {})}
      {...(canMove ? listeners : {})}
    >
      <span className="hours-time">
        {time}
        {state && Cell && <Cell column={state} value={row[state.name]} row={row} />}
      </span>
      <span className="hours-name" translate="no">
        <strong>{readTitle(resource, row)}</strong>
        {place && ` ${String(row[`${place.name}_title`] ?? '')}`}
      </span>
    </button>
  )
}
