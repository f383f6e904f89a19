import { defineForm, type Field } from '../../core/form.ts'
import { idRange } from '../../core/ids.ts'
import { MAX_FEN } from '../../protocol/fen.ts'
import { choices, parties, reason } from '../common.ts'

/** What changes what a share of a bill comes to (domain.md, Money: adjustments). */
export const adjustKinds = {
  2: '截短',
  3: '减免',
  4: '坏账核销',
  5: '坏账收回',
  6: '撤销减免',
  7: '尾差',
  8: '撤销尾差',
  9: '补差',
  10: '改付款方',
} as const

/** Says whether a bill has something: of an amount that is kept on it. */
export const hasOrNot = { 0: '无', 1: '有' } as const

/** By what a bill is reduced. */
export const reducedBy = { 1: '金额', 2: '比例' } as const

const why = reason('原因', '原因必填')

/** Whose part of the bills: of all who bear one, where nobody is named. */
const party = {
  type: 'integer',
  title: '承担方',
  description: '不选：付款方先，再其他承担方',
  oneOf: choices(parties),
} as const satisfies Field

/** 作废: a bill on which nothing is paid is owed no more. */
export const voidForm = defineForm({
  title: '作废账单',
  description:
    '账单不再收取，分录记红字，编号与内容保留。合同的房租账单作废后，这一期不会再自动开单；以后变更租金、各方承担时，涉及的周期按新的约定重新开单。已收款的先撤销核销或红冲。',
  type: 'object',
  properties: { void_why: why },
  required: ['void_why'],
  additionalProperties: false,
})

/** 减免: each of the bills is less by an amount, or by percent of what it comes to. */
export const reduceForm = defineForm({
  title: '减免',
  description: '已付的也可以减免：多付的退回预收（收款未核销的余额），最近的收款先退；押金抵扣过的退回押金。押金账单不减免。',
  'x-size': 'wide',
  type: 'object',
  properties: {
    how: {
      type: 'integer',
      title: '减免方式',
      'x-is': 'radio',
      oneOf: choices(reducedBy),
      default: 1,
      'x-msg': { required: '请选择减免方式' },
    },
    party,
    amount: {
      type: 'integer',
      title: '每张减免',
      'x-is': 'fen',
      'x-when': { how: 1 },
      'x-required': { how: 1 },
      minimum: 1,
      maximum: MAX_FEN,
      'x-msg': { required: '减免金额必填', minimum: '减免金额须大于0' },
    },
    percent: {
      type: 'integer',
      title: '减免比例',
      description: '按各承担方应付的金额，四舍五入到分',
      'x-unit': '%',
      'x-when': { how: 2 },
      'x-required': { how: 2 },
      minimum: 1,
      maximum: 100,
      'x-msg': { required: '减免比例必填', minimum: '减免比例须为1至100', maximum: '减免比例须为1至100' },
    },
    why,
  },
  required: ['how', 'why'],
  additionalProperties: false,
  'x-preview': { call: '/api/bill/reduction', shows: '减免后', of: ['how'], also: ['party', 'amount', 'percent'], many: true },
})

/** 撤销减免: what was reduced is owed again. */
export const restoreForm = defineForm({
  title: '撤销减免',
  description: '这张账单的减免全部撤销，恢复应付；原来的调整保留，另记一笔。',
  type: 'object',
  properties: { why },
  required: ['why'],
  additionalProperties: false,
})

/** 坏账核销: what is overdue of the bills is not expected any more. */
export const writeOffForm = defineForm({
  title: '坏账核销',
  description:
    '逾期未付的部分全部核销，账单不再催收；以后收到钱，先“收回坏账”恢复应付，再照常收款。按账龄计提坏账准备的，冲减坏账准备；没有计提的，计提与核销同时记账（信用减值损失、坏账准备）。',
  'x-size': 'wide',
  type: 'object',
  properties: { party: { ...party, description: '不选：全部承担方' }, why },
  required: ['why'],
  additionalProperties: false,
  'x-preview': { call: '/api/bill/writing_off', shows: '核销金额', of: [], also: ['party'], many: true },
})

/** 收回坏账: what was written off is owed again, and then paid as usual. */
export const recoverForm = defineForm({
  title: '收回坏账',
  description: '核销的部分恢复应付，随后照常收款；原来的核销保留，另记一笔。',
  type: 'object',
  properties: { why },
  required: ['why'],
  additionalProperties: false,
})

/** 改付款方: what one party has not paid of the bills, another owes. */
export const changePayerForm = defineForm({
  title: '改付款方',
  description: '这一方未付的部分改由另一方付，已付的不动；账单的金额、周期不变，从今天起向新的一方催收、计违约金。押金不改。',
  'x-size': 'wide',
  type: 'object',
  properties: {
    from_party: { ...party, title: '现承担方', description: '它未付的部分全部转出', 'x-msg': { required: '请选择现承担方' } },
    to_party: {
      type: 'integer',
      title: '改由谁付',
      'x-is': 'radio',
      oneOf: choices(parties),
      'x-clears': ['to_company'],
      'x-msg': { required: '请选择改由谁付' },
    },
    to_company: {
      type: 'integer',
      title: '付款单位',
      'x-is': 'ref',
      ...idRange,
      'x-lookup': { call: '/api/company/choose', value: 'company_id', label: 'name', search: 'keyword' },
      'x-when': { to_party: [2, 3, 4] },
      'x-required': { to_party: [2, 3, 4] },
      'x-msg': { required: '请选择付款单位' },
    },
    why,
  },
  required: ['from_party', 'to_party', 'why'],
  additionalProperties: false,
  'x-preview': { call: '/api/bill/payer_changing', shows: '转出', of: ['from_party'], many: true },
})
