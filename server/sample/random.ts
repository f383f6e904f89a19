/** Choices that look random and are the same in every run. */
export interface Random {
  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number
  /** True in that share of cases. */
  chance(share: number): boolean
  pick<T>(from: readonly T[]): T
  /** Picks by weight: `[['a', 3], ['b', 1]]` gives 'a' three times out of four. */
  weighted<T>(from: readonly (readonly [T, number])[]): T
}

const seedOf = (name: string): number =>
  [...name].reduce((seed, letter) => Math.imul(seed ^ (letter.codePointAt(0) ?? 0), 16_777_619), -2_128_831_035)

/** Gives a stream of choices by name (mulberry32). Each subject has its own, so that a change to one leaves the rows of the others as they are. */
export const randomOf = (name: string): Random => {
  let state = seedOf(name)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const pick = <T>(from: readonly T[]): T => {
    if (from.length === 0) throw new Error('nothing to pick from')
    return from[Math.floor(next() * from.length)] as T
  }
  return {
    int: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (share) => next() < share,
    pick,
    weighted(from) {
      let left = next() * from.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [value, weight] of from) {
        left -= weight
        if (left < 0) return value
      }
      return pick(from)[0]
    },
  }
}
