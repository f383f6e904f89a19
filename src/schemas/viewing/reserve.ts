import { defineForm } from '../../core/form.ts'

const LATEST = 32_503_651_199

/** 改期: gives a viewing another time. Its day is the calendar's to show; that it ends after it begins is the store's to hold. */
export const moveForm = defineForm({
  title: '改期',
  type: 'object',
  properties: {
    start_time: {
      type: 'integer',
      title: '开始时间',
      'x-is': 'datetime',
      minimum: 0,
      maximum: LATEST,
    },
    end_time: {
      type: 'integer',
      title: '结束时间',
      'x-is': 'datetime',
      minimum: 0,
      maximum: LATEST,
    },
  },
  required: ['start_time', 'end_time'],
  additionalProperties: false,
})
