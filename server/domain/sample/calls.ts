import { clearSampleForm } from '../../../src/schemas/clearSample.ts'
import { type Context, defineCall } from '../../calls/defineCall.ts'
import { clearSample } from '../../sample/clearSample.ts'

export default [
  defineCall(
    { path: '/api/sample/clear', label: '清空示例数据', group: '系统', can: 'self', writes: true, params: clearSampleForm },
    async ({ tx }: Context) => {
      await clearSample(tx)
      return null
    },
  ),
]
