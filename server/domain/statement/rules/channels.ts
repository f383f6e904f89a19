import type { LineKind } from './statement.ts'
import type { Words } from './synonyms.ts'

/** How a bill of trades tells a payment from a refund. */
export interface TradeWords {
  /** What the column of the kind says of either. */
  paid: readonly string[]
  refunded: readonly string[]
  /** The number of the refund; absent where it has that of the trade. */
  serial?: string
  /** What was given back; absent where the amount itself is negative. */
  amount?: string
  state?: string
}

/** A file of 微信支付 or 支付宝, known by its headings. */
export interface Channel {
  name: '微信支付' | '支付宝'
  /** Headings that only this file has. */
  told: readonly string[]
  words: Words
  /** Of bills of trades: each row has a fee, and may be a refund. Absent where each row is one movement of money. */
  trade?: TradeWords
  /** Headings of the totals that are there whenever the file is whole. */
  totals: readonly string[]
}

/** In the order in which they are tried. */
const CHANNELS: readonly Channel[] = [
  {
    name: '微信支付',
    told: ['微信订单号', '商户订单号', '交易状态'],
    words: {
      day: ['交易时间'],
      // What reaches the account: coupons that nobody paid for are off. Bills of old call it 总金额.
      amount: ['应结订单金额', '总金额', '订单金额'],
      fee: ['手续费'],
      account: ['用户标识'],
      note: ['商品名称', '商户数据包', '商户订单号'],
      serial: ['微信订单号'],
      kind: ['交易状态'],
    },
    trade: { paid: ['SUCCESS'], refunded: ['REFUND', 'REVOKED'], serial: '微信退款单号', amount: '退款金额', state: '退款状态' },
    totals: ['总交易单数'],
  },
  {
    name: '微信支付',
    told: ['微信支付业务单号', '资金流水单号', '收支类型'],
    words: {
      day: ['记账时间'],
      amount: ['收支金额'],
      way: ['收支类型'],
      balance: ['账户结余'],
      note: ['备注', '业务凭证号'],
      // A trade has the same number in the bill of trades; 资金流水单号 stands nowhere else.
      serial: ['微信支付业务单号'],
      kind: ['业务类型', '业务名称'],
    },
    totals: ['资金流水总笔数'],
  },
  {
    name: '支付宝',
    told: ['支付宝交易号', '商户订单号', '业务类型', '服务费'],
    words: {
      day: ['完成时间', '创建时间'],
      amount: ['商家实收', '订单金额'],
      fee: ['服务费'],
      account: ['对方账户'],
      note: ['商品名称', '备注', '商户订单号'],
      serial: ['支付宝交易号'],
      kind: ['业务类型'],
    },
    trade: { paid: ['交易'], refunded: ['退款'] },
    totals: ['交易合计', '退款合计'],
  },
  {
    name: '支付宝',
    told: ['账务流水号', '业务流水号', '收入金额', '支出金额'],
    words: {
      day: ['发生时间', '入账时间'],
      income: ['收入金额'],
      outgo: ['支出金额'],
      balance: ['账户余额'],
      account: ['对方账号'],
      party: ['对方名称'],
      note: ['商品名称', '备注', '商户订单号', '业务描述'],
      serial: ['业务流水号'],
      kind: ['业务类型'],
    },
    totals: ['收入合计', '支出合计'],
  },
]

/** Gives whose file has these headings; null for a bank's. */
export const channelOf = (keys: readonly string[]): Channel | null =>
  CHANNELS.find(({ told }) => told.every((key) => keys.includes(key))) ?? null

/** Gives what kind of line the words of a row make it. */
export const kindOf = (words: string, price: number, channel: Channel | null): LineKind => {
  if (/手续费|服务费|^收费|退费/.test(words)) return 2
  if (/退款/.test(words)) return 3
  // What a bank calls so and which came in is the money that had been on its way.
  if (/提现/.test(words) && (channel !== null || price < 0)) return 4
  return 1
}
