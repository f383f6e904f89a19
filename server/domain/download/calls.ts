import { CallError } from '../../../src/core/errors.ts'
import { MAX_INT } from '../../../src/core/ids.ts'
import { form, id } from '../../../src/derive/callParams.ts'
import { type Context, defineCall } from '../../calls/defineCall.ts'
import { pagedCall } from '../../calls/pagedCall.ts'
import { cancelJob } from '../../jobs/queue.ts'
import { readExports } from './readExports.ts'
import { DOWNLOADS } from './refusalOf.ts'

const group = '下载记录'

const indexForm = form('下载记录', {
  type: { type: 'integer', title: '类型', description: '42 为房态汇总，其余每个列表各有一个', minimum: 0, maximum: MAX_INT },
})

const cancelForm = form('取消导出', { id: id('记录') }, ['id'])

export default [
  pagedCall(
    { path: '/api/message/index', label: '下载记录', group, can: 'session', params: indexForm },
    ({ tx, session, config }, { type = null }, part) => readExports(tx, session, config.exportDays, type, part),
  ),
  defineCall(
    { path: '/api/message/cancel', label: '取消导出', group, can: 'session', writes: true, params: cancelForm },
    async ({ tx, session }: Context, { id }) => {
      for (const kind of DOWNLOADS) if (await cancelJob(tx, id, session.userId, kind)) return null
      throw new CallError(409, '该导出已经结束，或不是您的导出')
    },
  ),
]
