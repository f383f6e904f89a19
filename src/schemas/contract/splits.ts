import { defineForm } from '../../core/form.ts'
import { idRange } from '../../core/ids.ts'
import { reason } from '../common.ts'
import { aDate, fen, paidPeriods } from './terms.ts'

/** Who bears a part of the rent beside the tenant, each kept apart (domain.md, Money): the numbers are those of `parties`. */
export const bearers = { 2: '单位', 3: '财政补贴', 4: '其他' } as const
/** How much it is: of a month's rent so many percent, a fixed sum, or what goes beyond a fixed sum of the tenant's. */
export const splitWays = { 1: '按比例', 2: '每月固定金额', 3: '租客固定额以外' } as const

/** 各方承担: who else bears how much of the rent, from a day on. */
export const splitForm = defineForm({
  title: '各方承担',
  'x-size': 'wide',
  description: '从这天起以这一条为准，这一方以前的约定到前一天为止；未收的账单按新的约定重开。不再承担的，按比例填 0。',
  type: 'object',
  properties: {
    bearer: {
      type: 'integer',
      title: '由谁承担',
      'x-is': 'radio',
      oneOf: [
        { const: 2, title: bearers[2] },
        { const: 3, title: bearers[3] },
        { const: 4, title: bearers[4] },
      ],
      default: 2,
      'x-msg': { required: '由谁承担必填' },
    },
    company_id: {
      type: 'integer',
      title: '承担单位',
      'x-is': 'ref',
      ...idRange,
      'x-lookup': { call: '/api/company/choose', value: 'company_id', label: 'name', search: 'keyword' },
      description: '各记各的账（账单列表 › 企业代收款）；没有登记的先在企业列表新增，财政补贴选拨付补贴的单位',
      'x-msg': { required: '请选择承担单位' },
    },
    from_date: aDate('从哪天起', '从哪天起必填'),
    way: {
      type: 'integer',
      title: '承担方式',
      'x-is': 'radio',
      'x-wide': true,
      oneOf: [
        { const: 1, title: splitWays[1] },
        { const: 2, title: splitWays[2] },
        { const: 3, title: splitWays[3] },
      ],
      default: 1,
      'x-clears': ['percent', 'sum', 'cap'],
      'x-msg': { required: '承担方式必填' },
    },
    percent: {
      type: 'integer',
      title: '承担比例',
      'x-unit': '%',
      minimum: 0,
      maximum: 100,
      'x-when': { way: [1] },
      'x-msg': { required: '承担比例必填', minimum: '须为0至100', maximum: '须为0至100', type: '须为整数' },
    },
    sum: { ...fen('每月金额', 1), description: '它每月承担的，或租客每月付的', 'x-when': { way: [2, 3] } },
    cap: { ...fen('每月最多承担', 1), description: '不填即不封顶', 'x-when': { way: [1, 3] } },
    paid_periods: paidPeriods,
    reason: reason('依据', '依据必填'),
  },
  'x-preview': {
    call: '/api/contract/splitting',
    shows: '约定之后',
    of: ['bearer', 'company_id', 'from_date', 'way'],
    also: ['percent', 'sum', 'cap', 'paid_periods'],
  },
  required: ['bearer', 'company_id', 'from_date', 'way', 'percent', 'sum', 'reason'],
  additionalProperties: false,
})
