import { defineForm } from '../../core/form.ts'
import { MAX_FEN } from '../../protocol/fen.ts'
import { choices, reason } from '../common.ts'
import { aDate, fen, paidPeriods } from './terms.ts'

/** How another rent is told. */
export const rentWays = { 1: '改为', 2: '按比例', 3: '每月加减', 4: '按标准租金' } as const

/** To what a rent by percent is rounded (domain.md, Money: only the month's rent itself). */
export const rentRounds = { 1: '到分', 2: '到角', 3: '到元' } as const

/** 变更租金: another rent of one contract, or of many, from a day on; of what was paid for, only where that is asked. */
export const amendForm = defineForm({
  title: '变更租金',
  'x-size': 'wide',
  description: '从所选的日子起按新租金，未收的账单按新租金重开。选了几份的，各按自己的租金算，租金不变的跳过，有一份不行就都不改。',
  type: 'object',
  properties: {
    from_date: aDate('从哪天起', '从哪天起必填'),
    how: {
      type: 'integer',
      title: '怎样变',
      'x-is': 'radio',
      'x-wide': true,
      oneOf: choices(rentWays),
      default: 1,
      'x-clears': ['rent', 'percent', 'more'],
    },
    rent: { ...fen('新的月租金', 1), 'x-when': { how: ['', 1] } },
    percent: {
      type: 'number',
      title: '变动比例',
      description: '上调为正，下调为负',
      'x-unit': '%',
      'x-decimals': 2,
      minimum: -99,
      maximum: 500,
      'x-when': { how: 2 },
      'x-msg': {
        required: '变动比例必填',
        type: '变动比例须为数字，最多两位小数',
        minimum: '变动比例须为-99至500',
        maximum: '变动比例须为-99至500',
      },
    },
    rounds: {
      type: 'integer',
      title: '取整',
      'x-is': 'radio',
      oneOf: choices(rentRounds),
      default: 3,
      'x-when': { how: 2 },
    },
    more: {
      ...fen('每月加减', -MAX_FEN),
      description: '上调为正，下调为负',
      'x-when': { how: 3 },
      'x-msg': { required: '每月加减必填' },
    },
    paid_periods: paidPeriods,
    reason: reason('变更原因', '变更原因必填'),
  },
  'x-preview': {
    call: '/api/contract/amendment',
    shows: '变更后',
    of: ['from_date'],
    also: ['how', 'rent', 'percent', 'rounds', 'more', 'paid_periods'],
    many: true,
  },
  required: ['from_date', 'rent', 'percent', 'more', 'reason'],
  additionalProperties: false,
})
