import { defineForm } from '../../core/form.ts'
import { anId } from '../../core/ids.ts'
import { yesNo } from '../common.ts'

const whole = <const T extends string>(title: T, unit: string, most: number, first: number) =>
  ({
    type: 'integer',
    title,
    minimum: 1,
    maximum: most,
    'x-unit': unit,
    default: first,
    'x-msg': { required: `${title}必填`, minimum: `须为1至${most}`, maximum: `须为1至${most}`, type: '须为整数' },
  }) as const

/** 轮候设置 (domain.md, From application to keys 2 and Rules of the trade: Queue): the days of a call, what counts as a decline, objections, and where lots are drawn. */
export const queueSettingForm = defineForm({
  title: '轮候设置',
  type: 'object',
  properties: {
    hold_days: { ...whole('叫号保留', '天', 30, 7), 'x-section': '叫号' },
    lapse_counts: {
      type: 'integer',
      title: '期满未选房算一次放弃',
      'x-is': 'radio',
      oneOf: yesNo,
      default: 1,
      'x-msg': { required: '期满未选房算不算放弃必填' },
    },
    most_declines: whole('放弃几次即作废', '次', 10, 3),
    objection_days: { ...whole('公示期', '天', 60, 7), 'x-section': '公示' },
    lottery_projects: {
      type: 'array',
      title: '按摇号排序的项目',
      description: '其余的项目按资格取得时间排序。只有这里的项目可以摇号',
      'x-is': 'refs',
      'x-section': '摇号',
      'x-wide': true,
      maxItems: 100,
      uniqueItems: true,
      items: anId,
      'x-lookup': { call: '/api/Project/find', value: 'p_id', label: 'name', search: 'keyword' },
    },
  },
  required: ['hold_days', 'lapse_counts', 'most_declines', 'objection_days'],
  additionalProperties: false,
})
