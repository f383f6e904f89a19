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

/** Those of one time for which there is no room beside the others: their places in the order given, and where one thing stands for them. */
export interface Crowd extends Placed, Lane {
  places: number[]
}

/**
 * Gives the lane of each, in the order given: what takes place at the same time stands side by side, and what overlaps with nothing has
 * the whole width. Where more than `most` lanes would be needed, the last of them is a crowd's: what would stand there or beyond has none.
 */
export const lanesOf = (placed: readonly Placed[], most = Number.POSITIVE_INFINITY): { lanes: (Lane | null)[]; crowds: Crowd[] } => {
  const inOrder = placed.map((one, place) => ({ ...one, place })).sort((a, b) => a.from - b.from || a.to - b.to || a.place - b.place)
  const found: (Lane | null)[] = placed.map(() => null)
  const crowds: Crowd[] = []
  let group: (Placed & { place: number; lane: number })[] = []
  let ends: number[] = []
  const close = (): void => {
    const lanes = Math.min(ends.length, most)
    const own = ends.length > most ? most - 1 : ends.length
    for (const { place, lane } of group) if (lane < own) found[place] = { lane, lanes }
    const rest = group.filter(({ lane }) => lane >= own)
    if (rest.length > 0)
      crowds.push({
        from: Math.min(...rest.map(({ from }) => from)),
        to: Math.max(...rest.map(({ to }) => to)),
        lane: own,
        lanes,
        places: rest.map(({ place }) => place),
      })
    group = []
    ends = []
  }
  for (const one of inOrder) {
    if (ends.every((end) => end <= one.from)) close()
    const free = ends.findIndex((end) => end <= one.from)
    const lane = free < 0 ? ends.length : free
    ends[lane] = one.to
    group.push({ ...one, lane })
  }
  close()
  return { lanes: found, crowds }
}
