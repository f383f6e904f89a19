export const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, swap))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** Gives the allowed word that was most likely meant, or null where none is near (more than a third of its letters differ). */
export const nearest = (found: string, allowed: readonly string[]): string | null => {
  const ranked = allowed
    .map((word) => ({ word, steps: distance(found.toLowerCase(), word.toLowerCase()) }))
    .sort((a, b) => a.steps - b.steps)
  const best = ranked[0]
  return best && best.steps <= Math.max(1, Math.ceil(best.word.length / 3)) ? best.word : null
}
