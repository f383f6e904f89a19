import { CallError } from '../../../src/core/errors.ts'
import { resources } from '../../../src/declared/declared.ts'
import { form, id } from '../../../src/derive/callParams.ts'
import { standingOf } from '../../caller/standing.ts'
import { type Context, defineCall } from '../../calls/defineCall.ts'
import { pagedCall } from '../../calls/pagedCall.ts'
import { type Batch, batchLeftBehind, readImport, readImports } from '../../imports/batches.ts'
import { beginReal, ownBatch } from '../../imports/beginImport.ts'
import { importJob } from '../../imports/jobs.ts'
import { undoImport } from '../../imports/undoImport.ts'
import { cancelJob } from '../../jobs/queue.ts'

const group = '导入记录'

const indexForm = form('导入记录', { resource: { type: 'string', title: '资源', maxLength: 60 } })

const oneForm = (title: string) => form(title, { import_id: id('导入') }, ['import_id'])

/** Whether whoever calls may import records of a resource now; undefined where it is a page that was withdrawn, or is not imported to any more. */
const mayImport = async ({ tx, session }: Context, resource: string): Promise<boolean | undefined> => {
  const code = resources.find(({ name }) => name === resource)?.calls.import
  if (!code) return undefined
  return (await standingOf(tx, session.userId, code))?.isPermitted === true
}

/** A batch is its maker's alone, and the right to import such records is asked anew. */
const permitted = async (context: Context, batch: Batch): Promise<Batch> => {
  const may = await mayImport(context, batch.resource)
  if (may === undefined) throw new CallError(404, `${batch.label}不能导入`)
  if (!may) throw new CallError(403, `没有权限：导入${batch.label}`)
  return batch
}

export default [
  pagedCall(
    { path: '/api/import/index', label: '导入记录', group, can: 'session', params: indexForm },
    async (context, { resource = null }, part) => {
      const { tx, session, config } = context
      const of = resource !== null && (await mayImport(context, resource)) ? resource : null
      return readImports(tx, { ...session, of }, config.exportDays, resource, part)
    },
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
    async (context: Context, { import_id }) => beginReal(context, await permitted(context, await ownBatch(context, import_id))),
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
    async (context: Context, { import_id }) => {
      const left = await batchLeftBehind(context.tx, import_id, context.session.scope)
      return undoImport(context, await permitted(context, left ?? (await ownBatch(context, import_id))))
    },
  ),
]
