import type { ReactNode, RefObject } from 'react'
import { useLayoutEffect, useRef } from 'react'
import { t } from '../../../providers/i18nProvider.ts'
import type { Box } from './navigate.ts'

const gap = 8

type RoomCardProps = {
  label: string
  box: Box
  /** The scrolled element the card must stay inside. */
  port: RefObject<HTMLElement | null>
  pinned: boolean
  onClose: () => void
  onEnter: () => void
  onLeave: () => void
  children: ReactNode
}

export function RoomCard({ label, box, port, pinned, onClose, onEnter, onLeave, children }: RoomCardProps) {
  const card = useRef<HTMLDivElement>(null)
  const { x, y, w } = box

  useLayoutEffect(() => {
    const el = card.current
    const view = port.current
    if (!el || !view) return
    const place = () => {
      const right = x + w + gap
      const left = right + el.offsetWidth <= view.clientWidth ? right : Math.max(0, x - gap - el.offsetWidth)
      const low = view.scrollTop + view.clientHeight - el.offsetHeight - gap
      const top = Math.max(view.scrollTop, Math.min(y, low))
      el.style.transform = `translate(${left}px, ${top}px)`
    }
    place()
    // The content may come later than the card and be taller.
    const observer = new ResizeObserver(place)
    observer.observe(el)
    return () => observer.disconnect()
  }, [x, y, w, port])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a dialog or a tooltip, as the spread role says
    <div
      ref={card}
      className="rm-card"
      {...(pinned ? { role: 'dialog', 'aria-label': label } : { role: 'tooltip' })}
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
      onKeyDown={(e) => {
        // A dialog opened from the card bubbles here through React's tree, but its Esc is its own.
        if (e.key === 'Escape' && e.currentTarget.contains(e.target as Node)) onClose()
      }}
    >
      {pinned && (
        <button type="button" className="rm-close" aria-label={t`关闭`} onClick={onClose}>
          ×
        </button>
      )}
      {children}
    </div>
  )
}
