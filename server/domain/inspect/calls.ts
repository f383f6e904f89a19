import { form } from '../../../src/derive/callParams.ts'
import { batchForm } from '../../../src/schemas/inspect/inspect.ts'
import { defineCall } from '../../calls/defineCall.ts'
import { addingInRoom } from '../contract/index.ts'
import { foreseeBatch, makeBatch } from './batches.ts'

const { p_id, batch, which, community_id } = batchForm.properties
const group = '巡检'

export default [
  addingInRoom('inspect'),
  defineCall({ path: '/api/inspect/generate', label: '生成批次', group, can: 'self', writes: true, params: batchForm }, makeBatch),
  defineCall(
    {
      path: '/api/inspect/foresee',
      label: '将生成的任务',
      group,
      can: '/api/inspect/generate',
      params: form('将生成的任务', { p_id, batch, which, community_id }, ['p_id', 'batch', 'which', 'community_id']),
    },
    foreseeBatch,
  ),
]
