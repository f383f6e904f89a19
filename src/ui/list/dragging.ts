import { type KeyboardCoordinateGetter, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { t } from '../../providers/i18nProvider.ts'

/** So far, in px, a press moves before it is a drag: less is a click. */
const DRAG = 6

/** Enter opens what the focus is on; the space bar takes it up and puts it down. */
const KEYS = { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] }

/** Gives what hears dragging by mouse, touch and keyboard, where an arrow goes one step, in px. */
export const useDragSensors = (stepOf: () => { x: number; y: number }) => {
  const coordinateGetter: KeyboardCoordinateGetter = (event, { currentCoordinates: { x, y } }) => {
    const step = stepOf()
    const to = { ArrowRight: [step.x, 0], ArrowLeft: [-step.x, 0], ArrowDown: [0, step.y], ArrowUp: [0, -step.y] }[event.code]
    if (!to) return undefined
    event.preventDefault()
    return { x: x + (to[0] ?? 0), y: y + (to[1] ?? 0) }
  }
  return useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG } }),
    useSensor(KeyboardSensor, { coordinateGetter, keyboardCodes: KEYS }),
  )
}

/** What a screen reader says of how something is dragged. */
export const dragInstructions = () => ({ draggable: t`按空格拿起，方向键移动，再按空格放下，Esc 放弃。` })
