import { textParts } from '../../../src/derive/template.ts'
import { fenInCapitals, fenToYuan } from '../../../src/protocol/fen.ts'
import type { textWords } from './rules/sms.ts'

/** A part of a bill that a letter is about. In fen. */
export interface Owing {
  sn: string
  room: string
  item: string
  start_date: string | null
  end_date: string | null
  bill_date: string
  days_late: number
  owed: number
}

/** The word that stands where the bills are to stand. */
const TABLE = '明细'

const HEADS = ['账单号', '房间', '名目', '周期', '应付日', '逾期（天）', '未付（元）'] as const

type Part =
  | { is: 'title' | 'head' | 'text'; text: string }
  | { is: 'table'; heads: readonly string[]; aligns: readonly string[]; rows: string[][]; total: string[] }

export const sumOf = (owing: readonly Owing[]): number => owing.reduce((sum, { owed }) => sum + owed, 0)

const tableOf = (owing: readonly Owing[]): Part => ({
  is: 'table',
  heads: HEADS,
  aligns: HEADS.map((_, place) => (place < HEADS.length - 2 ? 'left' : 'right')),
  rows: owing.map((one) => [
    ...[one.sn, one.room, one.item, one.start_date === null ? '' : `${one.start_date} 至 ${one.end_date}`, one.bill_date],
    ...[`${one.days_late}`, fenToYuan(one.owed)],
  ]),
  total: ['合计', ...HEADS.slice(2).map(() => ''), fenToYuan(sumOf(owing))],
})

/**
 * Gives what a letter says to somebody of what he owes, from the operator's text (催缴设置): words in braces are his own, the bills stand where the text says so,
 * or at its end.
 */
export const letterParts = (text: string, debtor: string, operator: string, owing: readonly Owing[]): Part[] => {
  const owed = sumOf(owing)
  const words: Record<Exclude<(typeof textWords.letter)[number], typeof TABLE>, string> = {
    ...{ 付款方: debtor, 单位: operator, 笔数: `${owing.length}`, 欠款: fenToYuan(owed), 欠款大写: fenInCapitals(owed) },
    最早应付日: owing.map(({ bill_date }) => bill_date).toSorted()[0] ?? '',
  }
  const lines: Part[] = textParts(text, words, { [TABLE]: [tableOf(owing)] })
  return lines.some(({ is }) => is === 'table') ? lines : [...lines, tableOf(owing)]
}
