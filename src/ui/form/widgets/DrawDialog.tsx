import Button from 'antd/es/button'
import { type PointerEvent, useRef, useState } from 'react'
import { t } from '../../../providers/i18nProvider.ts'
import { Dialog } from '../../later/Dialog.tsx'

const WIDTH = 560
const HEIGHT = 240
const PEN = 3
/** Ink, whatever the theme: it is printed on paper. */
const INK = '#111111'

/** Gives the strokes' part of the canvas, so that the picture is the signature and not the sheet around it. */
const trimmed = (canvas: HTMLCanvasElement, box: readonly [number, number, number, number]): Promise<Blob | null> => {
  const [left, top, right, bottom] = box
  const [width, height] = [right - left, bottom - top]
  const part = document.createElement('canvas')
  part.width = width
  part.height = height
  part.getContext('2d')?.drawImage(canvas, left, top, width, height, 0, 0, width, height)
  return new Promise((done) => part.toBlob(done, 'image/png'))
}

interface Props {
  onDrawn: (file: File) => void
  onClose: () => void
}

/** A sheet to sign on with a mouse, a finger or a pen. */
export const DrawDialog = ({ onDrawn, onClose }: Props) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const last = useRef<readonly [number, number] | null>(null)
  const box = useRef<[number, number, number, number] | null>(null)
  const [isEmpty, setEmpty] = useState(true)
  const placeOf = (event: PointerEvent<HTMLCanvasElement>): readonly [number, number] => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    return [((event.clientX - left) * WIDTH) / width, ((event.clientY - top) * HEIGHT) / height]
  }
  const mark = ([x, y]: readonly [number, number]): void => {
    const [left, top, right, bottom] = box.current ?? [WIDTH, HEIGHT, 0, 0]
    const edge = 2 * PEN
    box.current = [
      Math.max(0, Math.floor(Math.min(left, x - edge))),
      Math.max(0, Math.floor(Math.min(top, y - edge))),
      Math.min(WIDTH, Math.ceil(Math.max(right, x + edge))),
      Math.min(HEIGHT, Math.ceil(Math.max(bottom, y + edge))),
    ]
    setEmpty(false)
  }
  const start = (event: PointerEvent<HTMLCanvasElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId)
    last.current = placeOf(event)
  }
  const draw = (event: PointerEvent<HTMLCanvasElement>): void => {
    const pen = canvas.current?.getContext('2d')
    if (!last.current || !pen) return
    const next = placeOf(event)
    pen.strokeStyle = INK
    pen.lineWidth = PEN
    pen.lineCap = 'round'
    pen.beginPath()
    pen.moveTo(...last.current)
    pen.lineTo(...next)
    pen.stroke()
    for (const place of [last.current, next]) mark(place)
    last.current = next
  }
  const stop = (): void => {
    last.current = null
  }
  const clear = (): void => {
    canvas.current?.getContext('2d')?.clearRect(0, 0, WIDTH, HEIGHT)
    box.current = null
    setEmpty(true)
  }
  const take = async (): Promise<void> => {
    const blob = canvas.current && box.current ? await trimmed(canvas.current, box.current) : null
    if (blob) onDrawn(new File([blob], 'signature.png', { type: 'image/png' }))
    onClose()
  }
  return (
    <Dialog
      width={640}
      title={t`手写签名`}
      maskClosable={false}
      onCancel={onClose}
      footer={[
        <Button key="clear" disabled={isEmpty} onClick={clear}>
          {t`重写`}
        </Button>,
        <Button key="ok" type="primary" disabled={isEmpty} onClick={take}>
          {t`使用`}
        </Button>,
      ]}
    >
      <canvas
        ref={canvas}
        className="draw-sheet"
        width={WIDTH}
        height={HEIGHT}
        aria-label={t`签名区域`}
        onPointerDown={start}
        onPointerMove={draw}
        onPointerUp={stop}
        onPointerCancel={stop}
      />
      <p className="field-hint">{t`用鼠标、手指或触控笔在框内签名`}</p>
    </Dialog>
  )
}
