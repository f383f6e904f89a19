import { type PointerEvent, type RefObject, useCallback, useEffect, useRef } from 'react'
import type { Strokes } from './strokes.ts'

interface Props {
  strokes: Strokes
  onStrokes: (strokes: Strokes) => void
  canvas: RefObject<HTMLCanvasElement | null>
}

const PAD = { width: 700, height: 320, pen: 5 } as const
/** Ink, whatever the theme: it is printed on paper. */
const INK = '#111111'

/** A sheet to sign on with a finger. */
export const Pad = ({ strokes, onStrokes, canvas }: Props) => {
  const isDown = useRef(false)
  const paint = useCallback((): void => {
    const pen = canvas.current?.getContext('2d')
    if (!pen) return
    pen.clearRect(0, 0, PAD.width, PAD.height)
    pen.strokeStyle = INK
    pen.lineWidth = PAD.pen
    pen.lineCap = 'round'
    pen.lineJoin = 'round'
    for (const stroke of strokes) {
      pen.beginPath()
      for (const [place, [x, y]] of stroke.entries())
        if (place === 0) pen.moveTo(x, y)
        else pen.lineTo(x, y)
      pen.stroke()
    }
  }, [strokes, canvas])
  useEffect(paint, [paint])
  const placeOf = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLCanvasElement>): readonly [number, number] => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    return [Math.round(((clientX - left) * PAD.width) / width), Math.round(((clientY - top) * PAD.height) / height)]
  }
  const start = (event: PointerEvent<HTMLCanvasElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId)
    isDown.current = true
    onStrokes([...strokes, [placeOf(event)]])
  }
  const move = (event: PointerEvent<HTMLCanvasElement>): void => {
    if (isDown.current) onStrokes([...strokes.slice(0, -1), [...(strokes.at(-1) ?? []), placeOf(event)]])
  }
  const stop = (): void => {
    isDown.current = false
  }
  return (
    <canvas
      ref={canvas}
      className="phone-pad"
      width={PAD.width}
      height={PAD.height}
      aria-label="签名区域"
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={stop}
      onPointerCancel={stop}
    />
  )
}
