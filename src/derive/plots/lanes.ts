/** Something that takes place from one instant to another, in seconds. */
export interface Placed {
  from: number
  to: number
}

/** Where one stands among those that take place with it: which of how many lanes. */
export interface Lane {
  lane: number
  lanes: number
}

/**
 * Gives the lane of each, in the order given: what takes place at the same time stands side by side, and what overlaps with nothing has
 * the whole width.
 */
export const lanesOf = (placed: readonly Placed[]): Lane[] => {
  const inOrder = placed.map((one, place) => ({ ...one, place })).sort((a, b) => a.from - b.from || a.to - b.to || a.place - b.place)
  const found: Lane[] = placed.map(() => ({ lane: 0, lanes: 1 }))
  let group: { place: number; lane: number }[] = []
  let ends: number[] = []
  const close = (): void => {
    for (const { place, lane } of group) found[place] = { lane, lanes: ends.length }
    group = []
    ends = []
  }
  for (const { from, to, place } of inOrder) {
    if (ends.every((end) => end <= from)) close()
    const free = ends.findIndex((end) => end <= from)
    const lane = free < 0 ? ends.length : free
    ends[lane] = to
    group.push({ place, lane })
  }
  close()
  return found
}
