import { fenToYuan } from '../../../../src/protocol/fen.ts'

/** What of an expense may be turned out: in fen what is still deducted, and since which day (`YYYY-MM-DD`). */
export interface Deducted {
  left: number
  /** When its input VAT was booked. */
  since: string
}

/** A refusal: the field, and why. */
export interface Wrong {
  field: 'amount' | 'out_day'
  message: string
}

/**
 * Gives what is wrong with turning out so much (fen) on a day, or null: never more than is still deducted, and not before it was
 * (财税〔2016〕36号 附件1 第三十条、第三十一条).
 */
export const wrongOf = (asked: { amount: number; out_day: string }, { left, since }: Deducted): Wrong | null => {
  if (left === 0) return { field: 'amount', message: '这笔流水的进项税额已全部转出' }
  if (asked.amount < 1) return { field: 'amount', message: '转出税额须大于0' }
  if (asked.amount > left) return { field: 'amount', message: `还可转出 ¥${fenToYuan(left)}，不能转出更多` }
  return asked.out_day < since ? { field: 'out_day', message: `转出日不能早于进项税额入账的 ${since}` } : null
}
