import type { CSSProperties, ReactNode } from 'react'
import { t } from '../../../providers/i18nProvider.ts'
import { BuildingIndex } from './BuildingIndex.tsx'
import { Legend } from './Legend.tsx'
import { type CellSize, floorLabel } from './layout.ts'
import { MapStrip } from './MapStrip.tsx'
import { NoRooms } from './NoRooms.tsx'
import { boxOf, stripOf } from './navigate.ts'
import { noteOf } from './notes.ts'
import { RoomCard } from './RoomCard.tsx'
import './roomMap.css'
import './roomGrid.css'
import type { RoomMapData } from './types.ts'
import { useRoomMap } from './useRoomMap.ts'
import { countText, roomLabel } from './words.ts'

export type RoomMapProps = {
  data: RoomMapData
  size: CellSize
  /** Double click, or Enter on a pinned room. */
  onOpen: (org_id: number) => void
  renderCard: (org_id: number) => ReactNode
  toolbar?: ReactNode
  /** What to do when there are no rooms at all, e.g. a button that adds a building. */
  emptyAction?: ReactNode
}

/** The map as `useRoomMap` gives it. */
export function RoomMap({ data, size, onOpen, renderCard, toolbar, emptyAction }: RoomMapProps) {
  const map = useRoomMap(data, size, onOpen)
  const { layout, counts, states, card, cursorPlace } = map
  const [from, to] = map.range
  const strips = []
  for (let s = from; s < to; s++) {
    const k = layout.building[s] ?? -1
    const b = data.buildings[k]
    if (b) strips.push(<MapStrip key={s} layout={layout} strip={s} building={b} note={noteOf(data, layout, counts, s)} />)
  }
  const cardBuilding = card && data.buildings[layout.building[stripOf(layout, card.place)] ?? -1]
  // The styles draw a room as large as the layout counts it.
  const style = {
    height: layout.height,
    '--cell-width': `${size.width}px`,
    '--cell-height': `${size.height}px`,
    '--cell-gap': `${size.gap}px`,
    '--floor-label': `${floorLabel}px`,
  }
  const ring = (place: number, name: string) => {
    if (place < 0) return null
    const { x, y } = boxOf(layout, place)
    return <div className={`rm-ring ${name}`} style={{ transform: `translate(${x}px, ${y}px)` }} />
  }

  return (
    <section className="rm" aria-label={t`房态图`}>
      {toolbar && <div className="rm-toolbar">{toolbar}</div>}
      <Legend counts={map.totals} states={states} onStates={map.showStates} />
      <div className="rm-body">
        {data.buildings.length > 0 && <BuildingIndex data={data} layout={layout} counts={counts} active={map.active} onJump={map.jump} />}
        <div className="rm-port" ref={map.port} {...map.portEvents}>
          {map.isMeasured && layout.places === 0 && (
            <NoRooms isFiltered={data.buildings.length > 0 && states.length > 0} onClear={() => map.showStates([])} action={emptyAction} />
          )}
          {/* biome-ignore lint/a11y/useSemanticElements: a table's lines cannot stand side by side */}
          <div
            ref={map.grid}
            role="grid"
            className={size.hasSecondLine ? 'rm-grid' : 'rm-grid rm-small'}
            aria-label={t`房间 ${countText(layout.places)} 间`}
            aria-rowcount={layout.strips}
            aria-activedescendant={cursorPlace >= 0 ? `room-${map.cursor}` : undefined}
            tabIndex={0}
            style={style as CSSProperties}
            {...map.gridEvents}
          >
            {strips}
            {ring(cursorPlace, 'rm-cursor')}
            {ring(map.pinnedPlace, 'rm-pinned')}
          </div>
          {card && cardBuilding && (
            <RoomCard
              label={roomLabel(cardBuilding, layout.room[card.place] ?? 0)}
              box={boxOf(layout, card.place)}
              port={map.port}
              pinned={card.isPinned}
              onClose={map.unpin}
              onEnter={map.keepCard}
              onLeave={map.leaveCard}
            >
              {renderCard(card.org)}
            </RoomCard>
          )}
        </div>
      </div>
    </section>
  )
}
