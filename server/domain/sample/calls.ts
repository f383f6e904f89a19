import { resourceNamed } from '../../../src/declared/declared.ts'
import { clearSampleForm } from '../../../src/schemas/settings/clearSample.ts'
import { type Context, defineCall } from '../../calls/defineCall.ts'
import { logDeed } from '../../store/writing/deeds.ts'
import { clearSample } from './clearSample.ts'

export default [
  defineCall(
    { path: '/api/sample/clear', label: '清空示例数据', group: '系统', can: 'self', writes: true, params: clearSampleForm },
    async ({ tx, session }: Context) => {
      await clearSample(tx)
      // Emptying tables writes no row of the log, and this must not go unseen.
      await logDeed(tx, { resource: resourceNamed('account'), key: session.userId, title: session.name })
      return null
    },
  ),
]
