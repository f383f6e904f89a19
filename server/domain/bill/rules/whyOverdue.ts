import { fenToYuan } from '../../../../src/protocol/fen.ts'

/** A bill that is overdue, as it stands. */
interface Overdue {
  bill_date: string
  days: number
  /** In fen. */
  paid: number
  /** In fen. */
  owed: number
}

/** Gives in one line why a bill is overdue: when it was due, for how many days it is, what was paid of it and what is not. */
export const whyOverdue = ({ bill_date, days, paid, owed }: Overdue): string =>
  paid > 0
    ? `应付 ${bill_date}，逾期 ${days} 天，已付 ¥${fenToYuan(paid)}，未付 ¥${fenToYuan(owed)}`
    : `应付 ${bill_date}，逾期 ${days} 天，未付 ¥${fenToYuan(owed)}`

/** What has become of debiting a bill: whether its tenant has signed for it, and its last line in a batch. */
interface Withheld {
  signed: boolean
  result: 'draft' | 'sent' | 'debited' | 'refused' | 'bounced' | null
  /** The day of the batch's result, and why the bank refused. */
  day: string | null
  reason: string | null
}

/** Gives in a few words what has become of debiting a bill that is not settled. */
export const howWithheld = ({ signed, result, day, reason }: Withheld): string => {
  if (result === 'draft') return '在代扣批次里，还没有导出'
  if (result === 'sent') return '已送代扣，待回盘'
  if (result === 'debited') return `已代扣 ${day ?? ''}`.trim()
  if (result === 'refused') return `代扣失败 ${day ?? ''}：${reason ?? '银行未说明原因'}`
  if (result === 'bounced') return `代扣退票：${reason ?? '银行未说明原因'}`
  return signed ? '未代扣' : '未签代扣协议'
}
