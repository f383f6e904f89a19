import { t } from '../../../providers/i18nProvider.ts'
import { floorLine, heading, type RoomMapLayout } from './layout.ts'
import { tallyWidth } from './tally.ts'
import type { RoomMapData } from './types.ts'
import { countText } from './words.ts'

/** The words at the right of a building's title or a community's heading: rooms drawn, of how many, and vacancies. */
export function noteOf(data: RoomMapData, layout: RoomMapLayout, counts: Int32Array, strip: number): string {
  const kind = layout.kind[strip]
  if (kind === floorLine) return ''
  const first = layout.building[strip] ?? 0
  const community = data.buildings[first]?.community_id
  let shown = 0
  let all = 0
  let vacant = 0
  let buildings = 0
  for (let k = first; data.buildings[k]?.community_id === community; k++) {
    shown += layout.shown[k] ?? 0
    all += data.buildings[k]?.org_id.length ?? 0
    vacant += counts[k * tallyWidth + 1] ?? 0
    buildings++
    if (kind !== heading) break
  }
  const rooms = shown < all ? t`${countText(shown)} / ${countText(all)} 间` : t`${countText(all)} 间`
  const open = shown === all && vacant > 0 ? t`空置 ${countText(vacant)}` : ''
  return [kind === heading ? t`${countText(buildings)} 栋` : '', rooms, open].filter(Boolean).join(t`，`)
}
