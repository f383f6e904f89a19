import { personalNumbers } from '../protocol/masks.ts'

/** Words that several forms and screens share: the codes are the spec's (section 3), the words are what staff read. */
export const natures = { 1: '区筹公租房', 2: '市筹公租房', 3: '廉租房' } as const
export const showTypes = { 1: '整栋', 2: '整套', 3: '单间' } as const
export const towards = { 1: '东', 2: '西', 3: '南', 4: '北' } as const
export const laneOrNumber = { 1: '弄', 2: '号' } as const
export const roomTypes = { 1: '一室', 2: '二室', 3: '三室' } as const
export const priorities = { 1: '优先保障', 2: '一般保障' } as const
export const contractKinds = { 1: '租客合同', 2: '整租合同' } as const
export const endGrounds = { 1: '届满', 2: '购房', 3: '离职', 4: '主动', 5: '违规', 6: '欠租', 7: '其他' } as const
export const billSources = { 1: '房租', 2: '费用项', 3: '押金项', 4: '抄表项' } as const
export const billTypes = { 1: '应收', 2: '费用' } as const
export const billStates = { 1: '未支付', 2: '部分支付', 3: '已结清', 4: '逾期', 5: '已作废', 6: '坏账' } as const
/** Whether the contract of a bill goes on. */
export const hasEnded = { 1: '履行中', 2: '已结束', 3: '无合同' } as const
export const ledgerStates = { 1: '未到期', 2: '欠缴', 3: '已缴清' } as const
export const payers = { 1: '租客', 2: '组织部门' } as const
export const brokerLevels = { 1: '普通', 2: '高级' } as const
export const parties = { 1: '租客', 2: '单位', 3: '财政补贴', 4: '其他' } as const
export const flowTypes = { 1: '收入', 2: '支出' } as const
export const flowSources = { 2: '费用项', 3: '押金项', 4: '抄表项' } as const
/** What the number of an entry's item is the key of, by its source. */
export const itemsOf = { 2: 'cost', 3: 'pledge', 4: 'simple' } as const
/** What moves a deposit (domain.md, Money). */
export const depositKinds = { 1: '收取', 2: '转入', 3: '转出', 4: '抵扣', 5: '退还', 6: '期初', 7: '补偿' } as const
/** What a settlement of a surrender is made of; what others had paid for later time (7) is told beside it, and is none of it. */
export const settleKinds = { 1: '押金', 2: '未用租金', 3: '欠费', 4: '赔偿', 5: '违约金', 6: '补偿', 7: '其他承担方多付' } as const
export const ways = { 3: '转账', 7: '代扣', 8: 'POS', 11: '其他' } as const

/** Gives the choices of a form field for a table of words. */
export const choices = <const T extends Readonly<Record<number, string>>>(words: T): { const: Extract<keyof T, number>; title: string }[] =>
  Object.entries(words).map(([value, title]) => ({ const: Number(value) as Extract<keyof T, number>, title }))

/** Whether people outside may come in by telephone. */
export const openClosed = [
  { const: 1, title: '开放' },
  { const: 2, title: '不开放' },
] as const

export const yesNo = [
  { const: 1, title: '是' },
  { const: 2, title: '否' },
] as const

/** Why something is done that someone else will ask about. */
export const reason = (title: string, required: string) =>
  ({ type: 'string', title, 'x-is': 'note', maxLength: 200, 'x-wide': true, 'x-msg': { required } }) as const

/** A person's number, typed whole. */
export const phoneField = {
  type: 'string',
  title: '手机号',
  'x-is': 'phone',
  pattern: personalNumbers.phone.pattern,
  maxLength: 11,
  'x-msg': { required: '手机号必填', pattern: '手机号须为11位且以1开头' },
} as const
