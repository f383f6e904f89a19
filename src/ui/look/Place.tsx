import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react'
import { storeOf } from '../hooks/useStore.ts'
import './place.css'

/** How high, in pixels, what stands above the rows was when it was last seen, by its name. */
const heights = storeOf<Readonly<Record<string, number>>>('anju.heights', {})

/** What has not come yet: nothing, or what says of itself that it is waited for (place.css). */
const AWAITED = ':empty, :has(> [data-awaited])'

interface Props {
  /** What stands here; what has other heights has other names. */
  of: string
  /** In pixels: where it has not been seen yet. */
  usual: number
  children: ReactNode
}

/** The place of what comes later than the rows below it: kept as high as it was last time, so that these do not move from under the hand. */
export const Place = ({ of, usual, children }: Props) => {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const seen = new ResizeObserver(([entry]) => {
      if (!entry || entry.target.matches(AWAITED) || entry.target.getClientRects().length === 0) return
      const height = Math.round(entry.contentRect.height)
      if (heights.get()[of] !== height) heights.set((now) => ({ ...now, [of]: height }))
    })
    if (place.current) seen.observe(place.current)
    return () => seen.disconnect()
  }, [of])
  return (
    <div ref={place} className="place" style={{ '--usual': `${heights.get()[of] ?? usual}px` } as CSSProperties}>
      {children}
    </div>
  )
}
