import { defineForm } from '../../core/form.ts'
import { anId, idRange } from '../../core/ids.ts'
import { choices, reason } from '../common.ts'
import { ownerField } from './ownerField.ts'

/** How a project's book is kept for an owner (domain.md, book of a project): the rent is the owner's less a fee, or the operator's against a rent of its own. */
export const books = { 1: '代理', 2: '转租' } as const
/** What the operator's fee is reckoned by. */
export const feeWays = { 1: '按收缴租金', 2: '每月固定', 3: '不收' } as const

const agent = { book: 1 } as const
const day = (title: string) => ({ type: 'string', title, format: 'date', maxLength: 10, 'x-msg': { required: `${title}必填` } }) as const
const yuan = (title: string) =>
  ({
    type: 'integer',
    title,
    'x-is': 'fen',
    minimum: 1,
    maximum: 100_000_000,
    'x-msg': { required: `${title}必填`, minimum: `${title}须大于 0` },
  }) as const

const properties = {
  owner_id: ownerField,
  p_id: {
    type: 'integer',
    title: '项目',
    'x-is': 'ref',
    ...idRange,
    default: '$project',
    'x-msg': { required: '项目必填' },
  },
  start_date: day('开始日期'),
  end_date: { ...day('结束日期'), 'x-from': 'start_date' },
  book: {
    type: 'integer',
    title: '委托方式',
    oneOf: choices(books),
    'x-is': 'radio',
    default: 1,
    'x-section': '租金与费用',
    description: '代理：租金归业主，我方收代理费；转租：我方按保底月租付给业主',
    'x-msg': { required: '委托方式必填' },
  },
  fee_way: {
    type: 'integer',
    title: '代理费',
    oneOf: choices(feeWays),
    'x-is': 'radio',
    default: 1,
    'x-when': agent,
    'x-msg': { required: '代理费必填' },
  },
  fee_percent: {
    type: 'number',
    title: '代理费比例',
    minimum: 0.01,
    maximum: 100,
    'x-decimals': 2,
    'x-unit': '%',
    'x-when': { ...agent, fee_way: 1 },
    'x-msg': { required: '代理费比例必填', minimum: '代理费比例须大于 0', maximum: '代理费比例不能超过 100%' },
  },
  fee_monthly: { ...yuan('月代理费'), 'x-when': { ...agent, fee_way: 2 } },
  rent: { ...yuan('保底月租'), 'x-when': { book: 2 } },
  settle_day: {
    type: 'integer',
    title: '每月结算日',
    minimum: 1,
    // Every month has it.
    maximum: 28,
    default: 10,
    description: '几日结算，1 至 28',
    'x-msg': { required: '每月结算日必填' },
  },
  papers: {
    type: 'array',
    title: '协议附件',
    'x-is': 'files',
    maxItems: 9,
    uniqueItems: true,
    items: anId,
    'x-wide': true,
    'x-section': '附件与备注',
  },
  note: { type: 'string', title: '备注', 'x-is': 'note', maxLength: 500, 'x-wide': true },
} as const
const required = [
  'owner_id',
  'p_id',
  'start_date',
  'end_date',
  'book',
  'fee_way',
  'fee_percent',
  'fee_monthly',
  'rent',
  'settle_day',
] as const

/** 新增委托协议: a draft, which binds nobody yet. */
export const addAgreementForm = defineForm({ title: '新增委托协议', type: 'object', properties, required, additionalProperties: false })

/** 编辑委托协议: of a draft alone. */
export const editAgreementForm = defineForm({ title: '编辑委托协议', type: 'object', properties, required, additionalProperties: false })

/** 终止: an agreement ends before its day. */
export const terminateForm = defineForm({
  title: '终止委托协议',
  description: '终止后不再按此协议结算。此操作会留痕且不可撤销。',
  type: 'object',
  properties: {
    ended_date: { ...day('终止日期'), 'x-happened': true, default: '$today' },
    reason: reason('终止原因', '终止原因必填'),
  },
  required: ['ended_date', 'reason'],
  additionalProperties: false,
})
