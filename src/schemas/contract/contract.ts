import { defineForm } from '../../core/form.ts'
import { idRange } from '../../core/ids.ts'
import { choices, reason } from '../common.ts'
import { feeFields, feeNames, feeRequired } from './fees.ts'
import { aDate, depositPayers, fen, MAX_TERM, months, payingFields, tenantRatios } from './terms.ts'

const ratio = {
  type: 'integer',
  title: '租客承担',
  description: '其余由所在企业承担',
  oneOf: tenantRatios.map((percent) => ({ const: percent, title: `${percent}%` })),
  default: 100,
  'x-msg': { required: '租客承担的比例必填' },
} as const

const room = {
  type: 'integer',
  title: '房间',
  'x-is': 'ref',
  ...idRange,
  'x-lookup': {
    call: '/api/contract/rooms',
    params: { p_id: '$p_id' },
    value: 'org_id',
    label: ['region_name', 'unit_floor'],
    search: 'keyword',
    fills: { rent: 'standard_rent' },
    waiting: '请先选择项目',
  },
  'x-msg': { required: '请选择空置的房间' },
} as const

const tenant = {
  type: 'integer',
  title: '租客',
  'x-is': 'ref',
  ...idRange,
  'x-lookup': { call: '/api/lessee/find', value: 'custom_id', label: ['name', 'card', 'phone'], search: 'keyword', anyProject: true },
  'x-msg': { required: '请选择租客；没有登记的先在用户列表新增' },
} as const

const deposit = { ...fen('押金', 0), description: '不填即按合同设置的几个月租金' } as const
const depositPayer = {
  type: 'integer',
  title: '押金由谁交',
  'x-is': 'radio',
  oneOf: choices(depositPayers),
  default: 1,
  description: '谁交的退给谁',
  'x-msg': { required: '押金由谁交必填' },
} as const
const note = { type: 'string', title: '备注', 'x-is': 'note', maxLength: 500, 'x-wide': true } as const

/** What the terms of a contract are made of, in whatever dialog they are asked. What is not sent is the operator's (合同设置). */
const termFields = {
  start_date: { ...aDate('开始日期', '开始日期必填'), default: '$today', 'x-section': '租期' },
  months: months('租期', MAX_TERM),
  rent: { ...fen('月租金', 1), 'x-section': '租金与押金' },
  deposit,
  deposit_payer: depositPayer,
  payment_ratio: ratio,
  ...payingFields,
  ...feeFields,
} as const

/** A new contract begins with what the operator has set. */
const beginning = <const F extends object, const N extends string>(field: F, value: N) =>
  ({ ...field, 'x-initial': { call: '/api/contract/beginning', value } }) as const

const newTermFields = {
  ...termFields,
  months: beginning(termFields.months, 'term'),
  mode: beginning(termFields.mode, 'mode'),
  cycle: beginning(termFields.cycle, 'cycle'),
  first_part: beginning(termFields.first_part, 'first_part'),
  due_way: beginning(termFields.due_way, 'due_way'),
  due_days: beginning(termFields.due_days, 'due_days'),
} as const

const preview = {
  call: '/api/contract/terms',
  shows: '条款与付款',
  of: ['org_id', 'start_date', 'rent'],
  also: ['custom_id', 'wait_id', 'months', 'deposit', 'payment_ratio', 'mode', 'cycle', 'first_part', 'due_way', 'due_days'],
} as const

/** 新增合同: a draft of a tenant's contract, for a vacant room or for the one that a call holds. */
export const contractForm = defineForm({
  title: '新增合同',
  'x-size': 'wide',
  type: 'object',
  properties: {
    wait_id: { type: 'integer', title: '轮候', 'x-hidden': true, ...idRange },
    custom_name: { type: 'string', title: '轮候申请人', maxLength: 60, 'x-hidden': true },
    custom_id: { ...tenant, 'x-section': '租客与房间', 'x-when': { wait_id: '' } },
    p_id: {
      type: 'integer',
      title: '项目',
      'x-is': 'ref',
      ...idRange,
      default: '$project',
      'x-clears': ['org_id'],
      'x-lookup': { call: '/api/Project/find', value: 'p_id', label: 'name', search: 'keyword' },
      'x-msg': { required: '请选择项目' },
    },
    org_id: room,
    ...newTermFields,
    note,
  },
  'x-preview': preview,
  required: ['custom_id', 'p_id', 'org_id', 'start_date', 'rent', 'payment_ratio', ...feeRequired],
  additionalProperties: false,
})

/** 修改: a draft may be written anew but for whom and what it is of. */
export const reviseForm = defineForm({
  title: '修改合同',
  'x-size': 'wide',
  type: 'object',
  properties: { ...termFields, note },
  'x-own': [...Object.keys(termFields), 'note'],
  'x-preview': { ...preview, of: ['start_date', 'rent'], also: preview.also.filter((name) => name !== 'custom_id' && name !== 'wait_id') },
  required: ['start_date', 'rent', 'payment_ratio', ...feeRequired],
  additionalProperties: false,
})

/** 线下签: a paper that was signed by hand, scanned. */
export const offlineForm = defineForm({
  title: '线下签',
  description: '登记双方已在纸上签字盖章的合同。签订后生成押金与首期房租账单；合同内容从此不能改动。',
  type: 'object',
  properties: {
    signed_on: { ...aDate('签订日期', '签订日期必填'), 'x-happened': true, default: '$today' },
    papers: {
      type: 'array',
      title: '合同扫描件',
      'x-is': 'files',
      'x-wide': true,
      minItems: 1,
      maxItems: 9,
      uniqueItems: true,
      items: { type: 'integer', ...idRange },
      'x-msg': { required: '请上传签字盖章的合同扫描件', minItems: '请上传签字盖章的合同扫描件' },
    },
  },
  required: ['signed_on', 'papers'],
  additionalProperties: false,
})

/** 手写签: the tenant signs at the counter, on a pad or with a finger. */
export const manualForm = defineForm({
  title: '手写签',
  description: '请租客当场手写签名。签订后生成押金与首期房租账单；合同内容从此不能改动。',
  type: 'object',
  properties: {
    sign_img: {
      type: 'array',
      title: '租客签名',
      'x-is': 'images',
      'x-draw': true,
      'x-wide': true,
      minItems: 1,
      maxItems: 1,
      uniqueItems: true,
      items: { type: 'integer', ...idRange },
      'x-msg': { required: '请租客签名', minItems: '请租客签名' },
    },
  },
  required: ['sign_img'],
  additionalProperties: false,
})

/** 作废: of a contract that is not in force, or of one on which nothing has been paid. */
export const voidForm = defineForm({
  title: '合同作废',
  description: '作废后房间放开，未付的账单一并作废；已收过款的合同不能作废，请办退租。此操作会留痕且不可撤销。',
  type: 'object',
  properties: { reason: reason('作废原因', '作废原因必填') },
  required: ['reason'],
  additionalProperties: false,
})

/** 交钥匙: the room is the tenant's from then on. */
export const keysForm = defineForm({
  title: '交钥匙',
  type: 'object',
  properties: {
    keys_on: { ...aDate('交钥匙日期', '交钥匙日期必填'), 'x-happened': true, default: '$today' },
    keys_note: {
      type: 'string',
      title: '交接说明',
      description: '钥匙几把、表具读数、家具家电',
      'x-is': 'note',
      maxLength: 500,
      'x-wide': true,
    },
  },
  required: ['keys_on'],
  additionalProperties: false,
})

/** 续签: a contract that begins the day after; it is signed like any other. */
export const renewForm = defineForm({
  title: '续签',
  description: '新合同从原合同期满的次日开始，期满没有搬的从今天开始；条款照旧，可改租期与租金；签订前原合同照常履行。',
  type: 'object',
  properties: { months: newTermFields.months, rent: fen('月租金', 1), ...feeFields, note },
  'x-own': ['rent', ...feeNames],
  'x-preview': { call: '/api/contract/renewal', shows: '续签后', of: ['rent'], also: ['months'] },
  required: ['rent', ...feeRequired],
  additionalProperties: false,
})

/** 换房: the rest of a term in another room; the day of the change belongs to the new room (domain.md, Money). */
export const moveForm = defineForm({
  title: '换房',
  description:
    '新合同从换房日到原合同期满；签订后原合同到前一天为止，转入退租交接，押金随人转到新合同。几户互换房间的，先让一户换到一间空置的，他的房间交了房，下一户再换进去。',
  type: 'object',
  properties: {
    p_id: contractForm.properties.p_id,
    org_id: room,
    start_date: { ...aDate('换房日', '换房日必填'), default: '$today' },
    rent: fen('月租金', 1),
    note,
  },
  'x-own': ['p_id'],
  required: ['p_id', 'org_id', 'start_date', 'rent'],
  additionalProperties: false,
})

/** 变更主租人: somebody else of the household goes on with the contract; the time that it has rented goes on, too. */
export const heirForm = defineForm({
  title: '变更主租人',
  description:
    '主租人去世、离婚析产等，由共同居住人继续履行：租期累计照旧，押金随合同，还没有付的也是。已开的账单仍是原主租人的；没有人付过、那一期还没有开始的房租重开给新的主租人，以后的归他。',
  type: 'object',
  properties: {
    custom_id: { ...tenant, title: '新的主租人' },
    reason: reason('变更原因', '变更原因必填'),
  },
  required: ['custom_id', 'reason'],
  additionalProperties: false,
})
