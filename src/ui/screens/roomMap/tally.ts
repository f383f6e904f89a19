import { roomStates } from '../../../schemas/property/roomState.ts'
import type { RoomMapData } from './types.ts'

/** One entry for each state's code, and one for 0. */
export const tallyWidth = Math.max(...roomStates.map(({ code }) => code)) + 1

/** Rooms by building and state: entry building × `tallyWidth` + code, and the whole in the last so many. */
export function tally(data: RoomMapData): Int32Array {
  const n = data.buildings.length
  const out = new Int32Array((n + 1) * tallyWidth)
  for (let k = 0; k < n; k++) {
    const states = data.buildings[k]?.state ?? []
    for (let i = 0; i < states.length; i++) {
      const code = states[i] ?? 0
      const at = k * tallyWidth + code
      out[at] = (out[at] ?? 0) + 1
      out[n * tallyWidth + code] = (out[n * tallyWidth + code] ?? 0) + 1
    }
  }
  return out
}
