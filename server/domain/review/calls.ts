import { form, id } from '../../../src/derive/callParams.ts'
import { batchForm, declareForm } from '../../../src/schemas/review/review.ts'
import { defineCall } from '../../calls/defineCall.ts'
import { foreseeBatch, makeBatch } from './batches.ts'
import { previewJudging } from './judging.ts'

const { p_id, batch, begun_by } = batchForm.properties
const { nature, family_size, income, housing_area } = declareForm.properties
const group = '年审'

export default [
  defineCall({ path: '/api/review/generate', label: '生成批次', group, can: 'self', writes: true, params: batchForm }, makeBatch),
  defineCall(
    {
      path: '/api/review/foresee',
      label: '将生成的年审',
      group,
      can: '/api/review/generate',
      params: form('将生成的年审', { p_id, batch, begun_by }, ['p_id', 'batch', 'begun_by']),
    },
    foreseeBatch,
  ),
  defineCall(
    {
      path: '/api/review/judging',
      label: '年审判断',
      group,
      can: '/api/review/declare',
      params: form('年审判断', { review_id: id('年审'), nature, family_size, income, housing_area }, [
        'review_id',
        'nature',
        'family_size',
        'income',
        'housing_area',
      ]),
    },
    previewJudging,
  ),
]
