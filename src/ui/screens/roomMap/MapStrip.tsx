import type { CSSProperties } from 'react'
import { memo } from 'react'
import { said, t } from '../../../providers/i18nProvider.ts'
import { floorLine, heading, type RoomMapLayout, title } from './layout.ts'
import type { RoomMapBuilding } from './types.ts'
import { roomLabel, secondLine, stateOf } from './words.ts'

// Roles on plain boxes: the rows of a real table cannot be placed side by side, nor left out while out of sight.
// None takes the focus: the grid holds it and names the active cell.
const row = { role: 'row' }
const rowheader = (label: string) => ({ role: 'rowheader', 'aria-label': label })
const gridcell = (label?: string) => ({ role: 'gridcell', 'aria-label': label })

type StripProps = {
  layout: RoomMapLayout
  strip: number
  building: RoomMapBuilding
  /** Right-hand words of a heading or a title. */
  note: string
}

function Cells({ layout, strip, building: b }: Omit<StripProps, 'note'>) {
  const cells = []
  for (let p = layout.first[strip] ?? 0; p < (layout.end[strip] ?? 0); p++) {
    const i = layout.room[p] ?? 0
    const code = b.state[i] ?? 0
    cells.push(
      <div
        key={p}
        id={`room-${b.org_id[i]}`}
        {...gridcell(roomLabel(b, i))}
        className={`rm-cell rm-s${code}`}
        data-place={p}
        data-mark={said(stateOf(code)?.mark ?? '')}
      >
        <b>{b.number[i]}</b>
        {layout.size.hasSecondLine && <span>{secondLine(b, i)}</span>}
      </div>,
    )
  }
  return cells
}

/** One line of the map. It never changes while it is on screen, so scrolling renders only the lines that come in. */
export const MapStrip = memo(function MapStrip({ layout, strip, building, note }: StripProps) {
  const kind = layout.kind[strip]
  const { gap, pitchY, titleGap } = layout.size
  const style: CSSProperties = {
    transform: `translate(${layout.x[strip]}px, ${(layout.y[strip] ?? 0) + (kind === title ? titleGap : 0)}px)`,
    width: layout.w[strip],
    height: pitchY + (kind === title ? -titleGap : layout.isLast[strip] ? gap : 0),
  }
  if (kind !== floorLine) {
    const isHeading = kind === heading
    const name = isHeading ? building.community : building.name
    return (
      <div {...row} className={isHeading ? 'rm-strip rm-heading' : 'rm-strip rm-title'} style={style}>
        <div {...rowheader(name)} title={name}>
          {isHeading && building.project !== building.community && <i>{building.project}</i>}
          <b>{name}</b>
        </div>
        {note && <span {...gridcell()}>{note}</span>}
      </div>
    )
  }
  const floor = layout.floor[strip] ?? 0
  return (
    <div {...row} className={layout.isLast[strip] ? 'rm-strip rm-floor rm-last' : 'rm-strip rm-floor'} style={style}>
      <div {...rowheader(t`${building.name} ${floor}层`)} className="rm-level">
        {layout.isLead[strip] ? t`${floor}层` : ''}
      </div>
      <Cells layout={layout} strip={strip} building={building} />
    </div>
  )
})
