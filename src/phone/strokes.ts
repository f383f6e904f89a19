/** What was drawn: strokes, each the places that the finger went through. */
export type Strokes = readonly (readonly (readonly [number, number])[])[]

/** Shorter than this, of a sheet 700 wide, is no name. */
const LEAST_LENGTH = 150

/** Gives how long a line has been drawn in all. */
const lengthOf = (strokes: Strokes): number =>
  strokes.reduce((sum, stroke) => {
    for (const [place, [x, y]] of stroke.entries()) {
      const [fromX, fromY] = stroke[Math.max(0, place - 1)] ?? [x, y]
      sum += Math.hypot(x - fromX, y - fromY)
    }
    return sum
  }, 0)

/** Whether what was drawn can be a signature: more than a dot or a dash. The server judges it again by what is to be seen. */
export const isSignature = (strokes: Strokes): boolean => lengthOf(strokes) >= LEAST_LENGTH
