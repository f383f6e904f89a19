/** Where someone who waits stands, and who stands before, by what places them there (domain.md, Rules 2). */
interface Place {
  /** All who wait in the same queue. */
  waiters: number
  /** Of a better class. */
  byClass: number
  /** Of the same class, qualified earlier. */
  byTime: number
  /** Of the same class and moment, with a lower number. */
  byNumber: number
  /** Whoever stands right before; null where nobody does. */
  before: string | null
}

/** Gives in one line why someone stands where they do: how many are before for each reason of the order, and who is the last of them. */
export const whyRank = ({ waiters, byClass, byTime, byNumber, before }: Place): string =>
  before === null
    ? `同项目同户型共 ${waiters} 户排队，前面没有人`
    : `同项目同户型共 ${waiters} 户排队；前面保障类别更优先的 ${byClass} 户，同类别资格更早的 ${byTime} 户，同时取得资格而编号在前的 ${byNumber} 户；前一位是 ${before}`
