import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { t } from '../../../providers/i18nProvider.ts'
import { roomStates } from '../../../schemas/property/roomState.ts'
import { heading, type RoomMapLayout } from './layout.ts'
import { tallyWidth } from './tally.ts'
import type { RoomMapData } from './types.ts'
import { useViewport } from './useViewport.ts'
import { countText } from './words.ts'

const rowHeight = 28
const overscan = 8

type BuildingIndexProps = {
  data: RoomMapData
  layout: RoomMapLayout
  counts: Int32Array
  /** The building at the top of the map. */
  active: number
  onJump: (strip: number) => void
}

/** The building's states as a bar, in the legend's order and colours. */
function barOf(counts: Int32Array, k: number): string {
  let sum = 0
  for (let code = 1; code < tallyWidth; code++) sum += counts[k * tallyWidth + code] ?? 0
  let at = 0
  const stops: string[] = []
  for (const { code } of roomStates) {
    const share = ((counts[k * tallyWidth + code] ?? 0) / (sum || 1)) * 100
    if (share === 0) continue
    stops.push(`var(--room-${code}-bar) ${at.toFixed(1)}% ${(at + share).toFixed(1)}%`)
    at += share
  }
  return `linear-gradient(90deg, ${stops.join(', ')})`
}

export const BuildingIndex = memo(function BuildingIndex({ data, layout, counts, active, onJump }: BuildingIndexProps) {
  const box = useRef<HTMLElement>(null)
  const { height } = useViewport(box)
  const [top, setTop] = useState(0)
  // In the order of the data, which the packing of the map may change a little.
  const rows = useMemo(() => {
    const out: number[] = []
    const headings: number[] = []
    for (let s = 0; s < layout.strips; s++) if (layout.kind[s] === heading) headings.push(s)
    for (let k = 0, next = 0; k < data.buildings.length; k++) {
      const s = layout.titleStrip[k] ?? -1
      if (s < 0) continue
      const head = headings[next] ?? -1
      if (layout.building[head] === k) {
        out.push(head)
        next++
      }
      out.push(s)
    }
    return out
  }, [data, layout])

  const activeRow = rows.indexOf(layout.titleStrip[active] ?? -1)
  useEffect(() => {
    const el = box.current
    if (!el || activeRow < 0) return
    const y = activeRow * rowHeight
    if (y < el.scrollTop || y + rowHeight > el.scrollTop + el.clientHeight) el.scrollTop = y - el.clientHeight / 3
  }, [activeRow])

  const from = Math.max(0, Math.floor(top / rowHeight) - overscan)
  const shown = rows.slice(from, Math.ceil((top + height) / rowHeight) + overscan)
  return (
    <nav
      className="rm-index"
      aria-label={t`楼栋`}
      ref={box}
      onScroll={(e) => setTop(Math.floor(e.currentTarget.scrollTop / (rowHeight * 4)) * rowHeight * 4)}
    >
      <div style={{ height: rows.length * rowHeight }}>
        {shown.map((s, i) => {
          const k = layout.building[s] ?? -1
          const b = data.buildings[k]
          const style = { transform: `translateY(${(from + i) * rowHeight}px)` }
          if (!b) return null
          if (layout.kind[s] === heading)
            return (
              <button key={s} type="button" className="rm-index-community" style={style} title={b.community} onClick={() => onJump(s)}>
                {b.community}
              </button>
            )
          return (
            <button
              key={s}
              type="button"
              style={style}
              title={b.name}
              aria-current={k === active ? 'location' : undefined}
              onClick={() => onJump(s)}
            >
              <span>{b.name}</span>
              <i style={{ background: barOf(counts, k) }} aria-hidden="true" />
              <b>{countText(layout.shown[k] ?? 0)}</b>
            </button>
          )
        })}
      </div>
    </nav>
  )
})
