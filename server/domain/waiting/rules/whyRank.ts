/** Where someone who waits stands, and who stands before, by what places them there (domain.md, Rules 2). */
interface Place {
  /** All who wait in the same queue. */
  waiters: number
  /** Of a better class. */
  byClass: number
  /** Of the same class, with a lot that was drawn before theirs, or with one where they have none. */
  byLot: number
  /** Of the same class, without a lot as they are, qualified earlier. */
  byTime: number
  /** Of the same class and moment, with a lower number. */
  byNumber: number
  /** Of which version of 轮候设置 that is told. */
  version: number
  /** By which lottery they have their lot; null where they have none. */
  lottery: { number: string; round_name: string; round_number: string; seed: string } | null
}

const counts = ({ waiters, byClass, byLot, byTime, byNumber }: Place): string => {
  if (byClass + byLot + byTime + byNumber === 0) return `同项目同户型共 ${waiters} 户排队，前面没有人`
  if (byLot > 0)
    return `同项目同户型共 ${waiters} 户排队；前面保障类别更优先的 ${byClass} 户，同类别摇号号在前的 ${byLot} 户，同类别没有摇号而资格更早的 ${byTime} 户，同时取得资格而编号在前的 ${byNumber} 户`
  return `同项目同户型共 ${waiters} 户排队；前面保障类别更优先的 ${byClass} 户，同类别资格更早的 ${byTime} 户，同时取得资格而编号在前的 ${byNumber} 户`
}

/** Gives in one line why someone stands where they do: how many are before for each reason of the order. */
export const whyRank = (place: Place): string => counts(place)

/** Gives by what rule someone has their place: the version of the setting, and of a lot the round and the seed that gave it. */
export const whichRule = ({ version, lottery }: Place): string =>
  lottery
    ? `轮候设置第 ${version} 版；摇号 ${lottery.number}，公开轮次 ${lottery.round_name}，轮号 ${lottery.round_number}，种子 ${lottery.seed}`
    : `轮候设置第 ${version} 版；按保障类别与资格取得时间`
