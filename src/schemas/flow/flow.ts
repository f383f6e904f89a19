import { defineForm } from '../../core/form.ts'
import { anId, idRange } from '../../core/ids.ts'
import { MAX_FEN } from '../../protocol/fen.ts'
import { choices, flowSources, flowTypes, reason, ways } from '../common.ts'
import { roomLookup } from '../property/room.ts'
import { supplierInvoice } from './supplierInvoice.ts'

/** 新增流水: money that moved. The rules stand in the order of spec.md section 5. */
export const flowForm = defineForm({
  title: '新增流水',
  'x-size': 'wide',
  type: 'object',
  properties: {
    type: {
      type: 'integer',
      title: '收支类型',
      oneOf: choices(flowTypes),
      'x-is': 'radio',
      'x-section': '收支',
      'x-msg': { required: '收支类型必填' },
    },
    price: {
      type: 'integer',
      title: '金额',
      'x-is': 'fen',
      minimum: 1,
      maximum: MAX_FEN,
      'x-msg': { required: '金额必填', minimum: '金额须大于0' },
    },
    custom_name: { type: 'string', title: '交易人姓名', maxLength: 60, 'x-msg': { required: '交易人姓名必填' } },
    from: {
      type: 'integer',
      title: '账单类型',
      oneOf: choices(flowSources),
      'x-clears': ['from_id'],
      'x-msg': { required: '账单类型必填' },
    },
    from_id: {
      type: 'integer',
      title: '账单名目',
      'x-is': 'ref',
      ...idRange,
      'x-lookup': {
        call: { by: 'from', of: { 2: '/api/cost/index', 3: '/api/pledge/index', 4: '/api/simple/index' } },
        value: 'id',
        label: 'name',
      },
      'x-msg': { required: '账单类型必填' },
    },
    start_date: { type: 'string', title: '费用周期开始时间', format: 'date', maxLength: 10, 'x-msg': { required: '费用周期开始时间必填' } },
    end_date: {
      type: 'string',
      title: '费用周期结束时间',
      format: 'date',
      maxLength: 10,
      'x-from': 'start_date',
      'x-msg': { required: '费用周期结束时间必填', from: '费用周期结束时间不能早于开始时间' },
    },
    way: { type: 'integer', title: '支付方式', oneOf: choices(ways), 'x-msg': { required: '支付方式必填' } },
    own_account_id: {
      type: 'integer',
      title: '收付账户',
      description: '钱进出本单位的哪个账户；不填的按支付方式记账',
      'x-is': 'ref',
      ...idRange,
      'x-lookup': { call: '/api/own_account/choose', value: 'own_account_id', label: 'name', search: 'keyword' },
    },
    deal_time: {
      type: 'integer',
      title: '交易时间',
      'x-is': 'datetime',
      'x-happened': true,
      default: '$now',
      minimum: 0,
      maximum: 32_503_651_199,
    },
    ...supplierInvoice,
    org_id: {
      type: 'integer',
      title: '房间',
      'x-is': 'ref',
      ...idRange,
      'x-section': '对应房间',
      'x-lookup': {
        ...roomLookup,
        fills: { unit_id: 'unit_id' },
      },
    },
    unit_id: { type: 'integer', title: '房源', 'x-hidden': true, ...idRange },
    bill_id: { type: 'integer', title: '账单', 'x-hidden': true, ...idRange },
    custom_id: { type: 'integer', title: '租客', 'x-hidden': true, ...idRange },
    company_id: { type: 'integer', title: '企业', 'x-hidden': true, ...idRange },
    line_id: { type: 'integer', title: '对账单行', 'x-hidden': true, ...idRange },
    p_id: {
      type: 'integer',
      title: '项目',
      description: '没有对应房间时记在哪个项目；只负责一个项目的不用选',
      'x-is': 'ref',
      ...idRange,
      default: '$project',
      'x-when': { org_id: '', unit_id: '' },
      'x-lookup': { call: '/api/Project/find', value: 'p_id', label: 'name', search: 'keyword' },
    },
    imgs: {
      type: 'array',
      title: '凭证图片',
      'x-is': 'images',
      'x-wide': true,
      maxItems: 6,
      uniqueItems: true,
      items: anId,
      'x-section': '凭证',
      'x-msg': { maxItems: '最多只能上传6张' },
    },
    note: { type: 'string', title: '备注', 'x-is': 'note', maxLength: 500, 'x-wide': true },
  },
  'x-preview': {
    call: '/api/flow/owed',
    shows: '登记前核对',
    of: [],
    also: ['org_id', 'type', 'price', 'from', 'custom_name', 'custom_id', 'company_id', 'bill_id', 'deal_time', 'way', 'own_account_id'],
  },
  'x-keep': ['type', 'from', 'from_id', 'start_date', 'end_date', 'way', 'own_account_id', 'p_id'],
  required: ['type', 'price', 'custom_name', 'from', 'from_id', 'start_date', 'end_date', 'way'],
  additionalProperties: false,
})

/** 红冲: the opposite entry that takes a wrong one back, and with it what it settled. */
export const reverseForm = defineForm({
  title: '红冲',
  description: '将生成一笔金额相反的流水，原流水保留；它核销过的账单随之恢复未付。此操作会留痕且不可撤销。',
  type: 'object',
  properties: {
    note: reason('红冲原因', '红冲原因必填'),
  },
  required: ['note'],
  additionalProperties: false,
})
