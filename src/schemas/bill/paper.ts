import type { dunningWays } from './dunning.ts'

/** What a debtor reads, who reads Chinese: the letter of 打印催缴函. */
export const letterText = [
  '{付款方}：',
  '',
  '您有下列 {笔数} 笔款项到期未付，共 {欠款} 元（大写：{欠款大写}），最早的应于 {最早应付日} 付清：',
  '',
  '{明细}',
  '',
  '请在收到本函之日起七日内付清；已经付清的，请带付款凭证来核对。逾期仍不付的，我们将按合同约定处理，并保留依法追讨的权利。',
  '',
  '{单位}（盖章）',
  '',
  '签收人：　　　　　　　　签收日期：',
].join('\n')

/** The SMS, until somebody writes another. */
export const smsText = '{付款方}：您有 {张数} 张账单逾期未付，共 {欠款} 元，最早应于 {最早应付日} 付清。请尽快缴纳，已缴请忽略。'

/** The steps, until somebody says others: names that are kept with the records. */
export const firstStages: { name: string; way: keyof typeof dunningWays; days: number }[] = [
  { name: '提醒', way: 1, days: 1 },
  { name: '电话催缴', way: 2, days: 7 },
  { name: '书面催缴', way: 4, days: 30 },
  { name: '律师函', way: 4, days: 90 },
]
