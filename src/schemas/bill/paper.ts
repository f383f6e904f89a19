import type { dunningWays } from './dunning.ts'

/** What a debtor reads, who reads Chinese: the letter of 打印催缴函. */
export const letterText = `{custom_name}：

您承租的 {region_name} {org_id}，{item}（{start_date} 至 {end_date}）应于 {bill_date} 付清，账单号 {sn}，应付 {price} 元，已付 {paid} 元，至今未付 {owed} 元（大写：{owed:capitals}），已逾期 {days_late} 天。

请在收到本函之日起七日内付清；已经付清的，请带付款凭证来核对。逾期仍不付的，我们将按合同约定处理，并保留依法追讨的权利。

签收人：

签收日期：`

/** The SMS, until somebody writes another. */
export const smsText = '{付款方}：您有 {张数} 张账单逾期未付，共 {欠款} 元，最早应于 {最早应付日} 付清。请尽快缴纳，已缴请忽略。'

/** The steps, until somebody says others: names that are kept with the records. */
export const firstStages: { name: string; way: keyof typeof dunningWays; days: number }[] = [
  { name: '提醒', way: 1, days: 1 },
  { name: '电话催缴', way: 2, days: 7 },
  { name: '书面催缴', way: 4, days: 30 },
  { name: '律师函', way: 4, days: 90 },
]
