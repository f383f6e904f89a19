import { DndContext, type DragEndEvent, pointerWithin, rectIntersection } from '@dnd-kit/core'
import { useRef, useState } from 'react'
import type { State } from '../../../core/states.ts'
import type { CompleteAction } from '../../../derive/actions.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { rowActions } from '../../action/allowed.ts'
import type { Row } from '../../action/begun.ts'
import { useRunAction } from '../../action/useRunAction.ts'
import { adoptStyles } from '../../later/adoptStyles.ts'
import { dragInstructions, useDragSensors } from '../dragging.ts'
import type { ViewProps } from '../ListScreen.tsx'
import { BoardColumn } from './BoardColumn.tsx'
import css from './board.css?inline'

adoptStyles(css)

type Named = readonly [name: string, state: State]

/** What of a drag this needs: the row that is held, and the state above which it is. */
const heldIn = ({ active, over }: Pick<DragEndEvent, 'active' | 'over'>): { row: Row | undefined; to: string } => ({
  row: active.data.current?.row as Row | undefined,
  to: String(over?.id ?? ''),
})

/**
 * A list by state: a column for each, with how many there are. A card that is dragged to a state begins the move that leads there, where this
 * person may do it from the state that it is in; elsewhere it goes back.
 */
export default function BoardView({ list, onOpen }: ViewProps) {
  const { resource, asked } = list
  const run = useRunAction()
  const board = useRef<HTMLDivElement>(null)
  const [held, setHeld] = useState<Row | null>(null)
  const { column = '', of = {} } = resource.states ?? {}
  const wanted = asked[column] as readonly number[] | undefined
  const states: Named[] = Object.entries(of).filter(([, { code, retired }]) => !retired && (!wanted || wanted.includes(code)))
  const sensors = useDragSensors(() => ({ x: (board.current?.clientWidth ?? 0) / Math.max(1, states.length), y: 0 }))
  const moveOf = (row: Row, to: string): CompleteAction | undefined => rowActions(resource, row).find((action) => action.to === to)
  const labelOf = (name: string): string => of[name]?.label ?? ''
  const aimed = (event: Pick<DragEndEvent, 'active' | 'over'>): CompleteAction | undefined => {
    const { row, to } = heldIn(event)
    return row && moveOf(row, to)
  }
  const end = (event: DragEndEvent): void => {
    const { row } = heldIn(event)
    const action = aimed(event)
    setHeld(null)
    if (row && action) run(resource, action, [row])
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={(args) => (args.pointerCoordinates ? pointerWithin(args) : rectIntersection(args))}
      onDragStart={(event) => setHeld(heldIn({ active: event.active, over: null }).row ?? null)}
      onDragEnd={end}
      onDragCancel={() => setHeld(null)}
      accessibility={{
        screenReaderInstructions: dragInstructions(),
        announcements: {
          onDragStart: () => t`已拿起`,
          onDragOver: (event) => {
            const action = aimed(event)
            const label = labelOf(heldIn(event).to)
            return action ? t`${label}：可以${action.label}` : t`${label}：不能放在这里`
          },
          onDragEnd: () => t`已放下`,
          onDragCancel: () => t`已放弃`,
        },
      }}
    >
      <section className="board" ref={board} aria-label={t`${resource.label}看板`}>
        {states.map(([name, state]) => (
          <BoardColumn
            key={name}
            name={name}
            state={state}
            list={list}
            takes={held ? moveOf(held, name) !== undefined : null}
            canMove={(row) => rowActions(resource, row).some(({ to }) => to !== undefined)}
            onOpen={onOpen}
          />
        ))}
      </section>
    </DndContext>
  )
}
