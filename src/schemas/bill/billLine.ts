/** What a line of a bill came by: the bill itself, or an adjustment of it (src/resources/bill/billAdjust.ts), by the adjustment's own number. */
export const lineSources = { 1: '开账', 2: '截短' } as const
