/** The message type of the room-status summary (spec.md section 7). */
export const ROOM_STATE_SUMMARY = 42

/** Types below are the spec's own; a resource's is derived from its name. */
const FIRST = 1000
const COUNT = 1_000_000

/**
 * Gives the message type of a resource's exports: a number from its name (FNV-1a), the same on every node and in every version. Two
 * names that come to one number are refused at start (R121).
 */
export const exportTypeOf = (name: string): number => {
  let hash = 0x811c9dc5
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return FIRST + ((hash >>> 0) % COUNT)
}
