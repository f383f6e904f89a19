/** What is published when a round that was not held is replaced by another. */
export interface AnotherRound {
  /** The lottery's number, and the SHA-256 of its pool. */
  lottery: string
  pool_hash: string
  /** Times in seconds since the epoch. */
  former: { name: string; at: number }
  next: { name: string; at: number }
  reason: string
  /** SHA-256 of each paper that shows that the former was not held. */
  papers: readonly string[]
  agreed_at: number
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** Gives the text that is published, line by line (docs/lottery.md): which round was not held, which is instead, why, and what shows it. */
export const anotherRoundText = ({ lottery, pool_hash, former, next, reason, papers, agreed_at }: AnotherRound): string =>
  [
    'anju-lottery-round/1',
    `lottery ${lottery}`,
    `pool ${pool_hash}`,
    `not_held ${former.at} ${oneLine(former.name)}`,
    `round ${next.at} ${oneLine(next.name)}`,
    `agreed_at ${agreed_at}`,
    `reason ${oneLine(reason)}`,
    ...papers.map((hash) => `paper ${hash}`),
    '',
  ].join('\n')
