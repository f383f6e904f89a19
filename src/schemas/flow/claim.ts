import { defineForm } from '../../core/form.ts'
import { idRange } from '../../core/ids.ts'
import { choices, reason } from '../common.ts'

/** Whether whose money is was said, or taken back. */
export const claimKinds = { 1: '认领', 2: '撤销认领' } as const

/** Whose money it may be. */
export const claimants = { 1: '租客', 2: '企业' } as const

/** Said of money of which it is to be found out whose it is. */
export const unknowns = { 1: '是' } as const

/** Whether it is known whose a receipt is, and whether that was said later. */
export const haves = { 1: '是', 2: '否' } as const

/** 认领: whose money is that came without anybody's name. No field is named like a column of the receipt: nothing of it is written but by the claim. */
export const claimForm = defineForm({
  title: '认领',
  description: '收款没有核销的部分成为这个租客或企业的预收，在他的页面上，可以核销他的账单；认错了“撤销认领”。',
  type: 'object',
  properties: {
    whose: {
      type: 'integer',
      title: '是谁的',
      'x-is': 'radio',
      oneOf: choices(claimants),
      default: 1,
      'x-msg': { required: '请选择是租客的，还是企业的' },
    },
    tenant_id: {
      type: 'integer',
      title: '租客',
      'x-is': 'ref',
      ...idRange,
      'x-lookup': { call: '/api/lessee/find', value: 'custom_id', label: ['name', 'card', 'phone'], search: 'keyword', anyProject: true },
      'x-when': { whose: 1 },
      'x-msg': { required: '请选择租客' },
    },
    firm_id: {
      type: 'integer',
      title: '企业',
      'x-is': 'ref',
      ...idRange,
      'x-lookup': { call: '/api/company/choose', value: 'company_id', label: 'name', search: 'keyword' },
      'x-when': { whose: 2 },
      'x-msg': { required: '请选择企业' },
    },
    why: {
      ...reason('依据', '认领的依据必填'),
      description: '怎样知道是他的：电话核实、转账截图、银行回单',
    },
  },
  required: ['whose', 'tenant_id', 'firm_id', 'why'],
  additionalProperties: false,
})

/** 撤销认领: it is nobody's again, until it is known. */
export const unclaimForm = defineForm({
  title: '撤销认领',
  description: '收款没有核销的部分不再是他的，回到认领以前；核销了的不变，要一起退回的先撤销核销。',
  type: 'object',
  properties: { why: reason('撤销原因', '撤销认领的原因必填') },
  required: ['why'],
  additionalProperties: false,
})
