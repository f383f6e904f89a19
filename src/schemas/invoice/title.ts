import { defineForm, type Field } from '../../core/form.ts'
import { idRange } from '../../core/ids.ts'
import { personalNumbers } from '../../protocol/masks.ts'
import { choices } from '../common.ts'
import { MAILBOX } from '../outbox/outbox.ts'
import { titleKinds } from './words.ts'

const whose = {
  custom_id: {
    type: 'integer',
    title: '租客',
    'x-is': 'ref',
    ...idRange,
    description: '抬头是谁用的：租客或企业，选一个',
    'x-lookup': { call: '/api/lessee/choose', value: 'custom_id', label: 'name', search: 'keyword' },
  },
  company_id: {
    type: 'integer',
    title: '企业',
    'x-is': 'ref',
    ...idRange,
    'x-lookup': { call: '/api/company/choose', value: 'company_id', label: 'name', search: 'keyword' },
  },
  p_id: {
    type: 'integer',
    title: '项目',
    'x-is': 'ref',
    ...idRange,
    'x-lookup': { call: '/api/Project/find', value: 'p_id', label: 'name', search: 'keyword' },
    'x-msg': { required: '请选择项目' },
  },
} as const satisfies Record<string, Field>

const title = {
  kind: {
    type: 'integer',
    title: '抬头类型',
    'x-is': 'radio',
    oneOf: choices(titleKinds),
    default: 1,
    'x-msg': { required: '请选择抬头类型' },
  },
  name: { type: 'string', title: '名称', maxLength: 100, 'x-msg': { required: '名称必填' } },
  tax_no: {
    type: 'string',
    title: '纳税人识别号',
    'x-is': 'code',
    maxLength: 20,
    'x-checks': 'taxNumber',
    'x-when': { kind: 1 },
    'x-msg': { required: '纳税人识别号必填' },
  },
  address: { type: 'string', title: '地址', maxLength: 100, 'x-when': { kind: 1 }, description: '地址、电话、开户行、账号：专用发票须有' },
  tel: {
    type: 'string',
    title: '电话',
    maxLength: 30,
    'x-when': { kind: 1 },
    pattern: '^[0-9 +()-]+$',
    'x-msg': { pattern: '电话只能有数字' },
  },
  bank: { type: 'string', title: '开户行', maxLength: 100, 'x-when': { kind: 1 } },
  bank_account: {
    type: 'string',
    title: '银行账号',
    maxLength: 40,
    'x-when': { kind: 1 },
    pattern: '^[0-9 -]+$',
    'x-msg': { pattern: '银行账号只能有数字' },
  },
  email: {
    type: 'string',
    title: '收票邮箱',
    'x-section': '发票送到',
    maxLength: 100,
    pattern: MAILBOX,
    'x-msg': { pattern: '收票邮箱须是电子邮箱，如 name@example.com' },
  },
  send_phone: {
    type: 'string',
    title: '收票手机',
    'x-is': 'phone',
    pattern: personalNumbers.phone.pattern,
    maxLength: 11,
    'x-msg': { pattern: '手机号须为11位且以1开头' },
  },
  is_default: {
    type: 'integer',
    title: '默认抬头',
    'x-is': 'radio',
    oneOf: [
      { const: 0, title: '否' },
      { const: 1, title: '是' },
    ],
    default: 1,
    description: '开票时不选抬头就用它；一个租客、一个企业一个',
  },
} as const satisfies Record<string, Field>

/** 新增开票抬头. */
export const addTitleForm = defineForm({
  title: '新增开票抬头',
  'x-size': 'wide',
  type: 'object',
  properties: { ...whose, ...title },
  required: ['p_id', 'kind', 'name', 'tax_no'],
  additionalProperties: false,
})

/** 编辑开票抬头: whose it is stays. */
export const editTitleForm = defineForm({
  title: '编辑开票抬头',
  description: '已经开出的、正在开的发票不变。',
  'x-size': 'wide',
  type: 'object',
  properties: title,
  required: ['kind', 'name', 'tax_no'],
  additionalProperties: false,
})
