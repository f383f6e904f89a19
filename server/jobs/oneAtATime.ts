/** Gives what starts a work unless it is still under way; the work throws nothing. */
export const oneAtATime = (work: () => Promise<void>) => {
  let underWay: Promise<void> | null = null
  const start = async (): Promise<void> => {
    if (underWay) return
    underWay = work()
    await underWay
    underWay = null
  }
  return { start: () => void start(), settled: async () => void (await underWay) }
}
