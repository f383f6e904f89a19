import { CallError } from '../../../src/core/errors.ts'
import { resources } from '../../../src/declared/declared.ts'
import { form, id } from '../../../src/derive/callParams.ts'
import { standingOf } from '../../caller/standing.ts'
import { type Context, defineCall } from '../../calls/defineCall.ts'
import { pagedCall } from '../../calls/pagedCall.ts'
import { type Batch, readImport, readImports } from '../../imports/batches.ts'
import { beginReal, ownBatch } from '../../imports/beginImport.ts'
import { importJob } from '../../imports/jobs.ts'
import { undoImport } from '../../imports/undoImport.ts'
import { cancelJob } from '../../jobs/queue.ts'

const group = '导入记录'

const indexForm = form('导入记录', { resource: { type: 'string', title: '资源', maxLength: 60 } })

const oneForm = (title: string) => form(title, { import_id: id('导入') }, ['import_id'])

/** A batch is its maker's alone, and the right to import such records is asked anew. */
const permitted = async (context: Context, importId: number): Promise<Batch> => {
  const batch = await ownBatch(context, importId)
  const code = resources.find(({ name }) => name === batch.resource)?.calls.import
  // A page that was withdrawn, or is not imported to any more.
  if (!code) throw new CallError(404, `${batch.label}不能导入`)
  const standing = await standingOf(context.tx, context.session.userId, code)
  if (!standing?.isPermitted) throw new CallError(403, `没有权限：导入${batch.label}`)
  return batch
}

export default [
  pagedCall(
    { path: '/api/import/index', label: '导入记录', group, can: 'session', params: indexForm },
    ({ tx, session, config }, { resource = null }, part) => readImports(tx, session.userId, config.exportDays, resource, part),
  ),
  defineCall(
    { path: '/api/import/detail', label: '导入详情', group, can: 'session', params: oneForm('导入详情') },
    async ({ tx, session, config }: Context, { import_id }) => {
      const found = await readImport(tx, session.userId, config.exportDays, import_id)
      if (!found) throw new CallError(404)
      return found
    },
  ),
  defineCall(
    { path: '/api/import/run', label: '正式导入', group, can: 'session', writes: true, params: oneForm('正式导入') },
    async (context: Context, { import_id }) => beginReal(context, await permitted(context, import_id)),
  ),
  defineCall(
    { path: '/api/import/cancel', label: '取消导入', group, can: 'session', writes: true, params: oneForm('取消导入') },
    async (context: Context, { import_id }) => {
      const { job_id } = await ownBatch(context, import_id)
      if (!(await cancelJob(context.tx, job_id, context.session.userId, importJob.name))) throw new CallError(409, '该导入已经结束')
      return null
    },
  ),
  defineCall(
    { path: '/api/import/undo', label: '撤销导入', group, can: 'session', writes: true, params: oneForm('撤销导入') },
    async (context: Context, { import_id }) => undoImport(context, await permitted(context, import_id)),
  ),
]
