import { defineForm } from '../../core/form.ts'
import { anId } from '../../core/ids.ts'
import { reason } from '../common.ts'

/** To whom rents go that are not the operator's: an owner of rooms, or the treasury (收支两条线). */
export const payees = { 1: '业主', 2: '财政' } as const

/** Pays an owner what a settlement comes to. */
export const payOwnerForm = defineForm({
  title: '付款',
  description: '记一笔付给业主（财政）的流水；付错了在流水上红冲，结算单就回到已审核。',
  type: 'object',
  properties: {
    own_account_id: {
      title: '付款账户',
      'x-is': 'ref',
      'x-lookup': { call: '/api/own_account/choose', value: 'own_account_id', label: 'name', search: 'keyword' },
      ...anId,
      'x-msg': { required: '付款账户必填' },
    },
    paid_on: {
      type: 'string',
      title: '付款日期',
      format: 'date',
      'x-happened': true,
      maxLength: 10,
      default: '$today',
      'x-msg': { required: '付款日期必填' },
    },
    note: { type: 'string', title: '备注', 'x-is': 'note', maxLength: 200, 'x-wide': true },
  },
  'x-preview': { call: '/api/owner_settlement/paying', shows: '登记前核对', of: [], also: ['own_account_id', 'paid_on'] },
  required: ['own_account_id', 'paid_on'],
  additionalProperties: false,
})

/** Makes a settlement void: what it settled comes with the next. */
export const voidSettlementForm = defineForm({
  title: '作废结算单',
  description: '其中的租金留到下一张结算单。',
  type: 'object',
  properties: { why: reason('作废原因', '作废原因必填') },
  required: ['why'],
  additionalProperties: false,
})
