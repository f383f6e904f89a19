import { type Announcements, DndContext, KeyboardSensor, PointerSensor, type UniqueIdentifier, useSensor, useSensors } from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import type { ReactNode } from 'react'
import { t } from '../../../providers/i18nProvider.ts'

/** One part of a draft, as it stands in a list that is put in order. */
export interface Part {
  name: string
  label: string
}

interface Props {
  label: string
  parts: readonly Part[]
  /** Puts one where another stands. */
  onMove: (name: string, over: string) => void
  children: ReactNode
}

/** What is told to whoever does not see it move. */
const announcementsOf = (parts: readonly Part[]): Announcements => {
  const called = (id: UniqueIdentifier): string => parts.find(({ name }) => name === id)?.label ?? String(id)
  const place = (id: UniqueIdentifier): number => parts.findIndex(({ name }) => name === id) + 1
  return {
    // Picked up, it is over itself at once.
    onDragStart: () => undefined,
    onDragOver: ({ active, over }) => (over ? t`拿着 ${called(active.id)}，在第 ${place(over.id)} 位` : undefined),
    onDragEnd: ({ active, over }) => (over ? t`${called(active.id)} 放在第 ${place(over.id)} 位` : undefined),
    onDragCancel: ({ active }) => t`${called(active.id)} 放回原处`,
  }
}

/** A list whose items are dragged into order, by pointer, touch or keyboard. */
export const SortedItems = ({ label, parts, onMove, children }: Props) => {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  return (
    <DndContext
      sensors={sensors}
      accessibility={{
        announcements: announcementsOf(parts),
        screenReaderInstructions: { draggable: t`按空格拿起，用上下方向键移动，再按空格放下；按 Esc 放弃。` },
      }}
      onDragEnd={({ active, over }) => {
        if (over && over.id !== active.id) onMove(String(active.id), String(over.id))
      }}
    >
      <SortableContext items={parts.map(({ name }) => name)} strategy={verticalListSortingStrategy}>
        <ul className="designer-items designer-sorted" aria-label={label}>
          {children}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

/** One item of such a list, with the handle by which it is dragged. */
export const SortedItem = ({ part: { name, label }, isOff = false, children }: { part: Part; isOff?: boolean; children: ReactNode }) => {
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, transform, transition, isDragging } = useSortable({ id: name })
  return (
    <li
      ref={setNodeRef}
      data-off={isOff}
      data-dragged={isDragging}
      aria-label={label}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <button
        type="button"
        className="designer-handle"
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-roledescription={t`可拖动`}
        aria-label={t`移动 ${label}`}
      >
        ⠿
      </button>
      {children}
    </li>
  )
}
