import { form, id } from '../../../src/derive/callParams.ts'
import { defineCall } from '../../calls/defineCall.ts'
import { previewJudging } from './judging.ts'

export default [
  defineCall(
    {
      path: '/api/qualification/judging',
      label: '审核试算',
      group: '准入资格列表',
      can: '/api/qualification/pass',
      params: form('审核试算', { apply_id: id('申请') }, ['apply_id']),
    },
    previewJudging,
  ),
]
