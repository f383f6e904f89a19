import { defineForm } from '../../core/form.ts'
import { anId, idRange } from '../../core/ids.ts'
import { reason } from '../common.ts'
import { contractForm, manualForm, offlineForm } from '../contract/contract.ts'
import { feeFields, feeRequired } from '../contract/fees.ts'
import { signatoryFields } from '../contract/signatory.ts'
import { aDate, fen } from '../contract/terms.ts'

const { 'x-clears': _clears, ...p_id } = contractForm.properties.p_id
const { start_date, months, mode, cycle, first_part, due_way, due_days, note } = contractForm.properties

/** 新增整租: a company rents many rooms on the same terms; the rooms are added while it is a draft. */
export const leaseForm = defineForm({
  title: '新增整租',
  'x-size': 'wide',
  description: '先写明企业与条款，再加房间；每间房各有租金、账单与退租，企业承担全部租金。',
  type: 'object',
  properties: {
    company_id: {
      type: 'integer',
      title: '企业',
      'x-is': 'ref',
      ...idRange,
      'x-section': '企业',
      'x-lookup': { call: '/api/company/choose', value: 'company_id', label: 'name', search: 'keyword' },
      'x-msg': { required: '请选择企业；没有登记的先在企业列表新增' },
    },
    p_id,
    start_date,
    months,
    mode: { ...mode, 'x-section': '租金' },
    cycle,
    first_part,
    due_way,
    due_days,
    ...feeFields,
    note,
  },
  required: ['company_id', 'p_id', 'start_date', ...feeRequired],
  additionalProperties: false,
})

/** 加房间: vacant rooms of the project, each at its standard rent or all at one. */
export const roomsForm = defineForm({
  title: '加房间',
  description: '加上所选的空置房间。不填月租金的按各房间的标准月租金；押金按合同设置的几个月租金。',
  type: 'object',
  properties: {
    rooms: {
      type: 'array',
      title: '房间',
      'x-is': 'refs',
      'x-wide': true,
      minItems: 1,
      maxItems: 200,
      uniqueItems: true,
      items: anId,
      'x-lookup': {
        call: '/api/contract/rooms',
        about: true,
        value: 'org_id',
        label: ['region_name', 'unit_floor'],
        search: 'keyword',
      },
      'x-msg': { required: '请选择房间', minItems: '请选择房间' },
    },
    each: { ...fen('每间月租金', 1), description: '不填即按各房间的标准月租金' },
  },
  required: ['rooms'],
  additionalProperties: false,
})

/** 签订: the whole lease was signed on paper, and with it each of its rooms. */
export const signLeaseForm = defineForm({
  ...offlineForm,
  title: '整租签订',
  description: '登记双方已签字盖章的整租合同。签订后每间房生成押金与首期房租账单。',
})

/** 手写签: somebody signs for the company at the counter. */
export const manualLeaseForm = defineForm({
  ...manualForm,
  title: '整租手写签',
  description: '请代表企业的人当场手写签名，并核对其身份与授权。签订后每间房生成押金与首期房租账单；合同内容从此不能改动。',
  properties: {
    ...signatoryFields,
    sign_img: { ...manualForm.properties.sign_img, title: '企业签名', 'x-msg': { required: '请签字人签名', minItems: '请签字人签名' } },
  },
  required: ['signatory', 'signatory_post', 'sign_img'],
})

/** 作废: of a whole lease that is not in force. */
export const voidLeaseForm = defineForm({
  title: '整租作废',
  description: '作废后所含房间一并放开。此操作会留痕且不可撤销。',
  type: 'object',
  properties: { reason: reason('作废原因', '作废原因必填') },
  required: ['reason'],
  additionalProperties: false,
})

const tenant = {
  type: 'integer',
  title: '入住人',
  'x-is': 'ref',
  ...idRange,
  'x-lookup': { call: '/api/lessee/find', value: 'custom_id', label: ['name', 'card', 'phone'], search: 'keyword', anyProject: true },
  'x-msg': { required: '请选择入住人；没有登记的先在用户列表新增' },
} as const

/** 登记入住人: someone of the company is to live in a room that it rents. */
export const occupantForm = defineForm({
  title: '登记入住人',
  type: 'object',
  properties: {
    org_id: {
      type: 'integer',
      title: '房间',
      'x-is': 'ref',
      ...idRange,
      'x-lookup': { call: '/api/occupant/rooms', value: 'org_id', label: ['region_name', 'unit_floor', 'company'], search: 'keyword' },
      'x-msg': { required: '请选择整租的房间' },
    },
    custom_id: tenant,
    from_date: { ...aDate('入住日期', '入住日期必填'), default: '$today' },
    note: { type: 'string', title: '备注', 'x-is': 'note', maxLength: 500, 'x-wide': true },
  },
  required: ['org_id', 'custom_id', 'from_date'],
  additionalProperties: false,
})

/** 换人: another of the company lives there from a day on. */
export const swapForm = defineForm({
  title: '换人',
  description: '原入住人到前一天为止，新的入住人须经核对。',
  type: 'object',
  properties: { other_id: { ...tenant, title: '新的入住人' }, since: { ...aDate('从哪天起', '从哪天起必填'), default: '$today' } },
  required: ['other_id', 'since'],
  additionalProperties: false,
})

/** 搬离: someone lives there no more. */
export const leaveForm = defineForm({
  title: '搬离',
  type: 'object',
  properties: { to_date: { ...aDate('搬离日期', '搬离日期必填'), default: '$today' } },
  required: ['to_date'],
  additionalProperties: false,
})

/** 不符合: someone may not live there. */
export const turnAwayForm = defineForm({
  title: '不符合',
  type: 'object',
  properties: { reason: reason('不符合的原因', '不符合的原因必填') },
  required: ['reason'],
  additionalProperties: false,
})
