import { CallError } from '../../../src/core/errors.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { actionParams } from '../../../src/derive/callParams.ts'
import { type Context, defineCall } from '../../calls/defineCall.ts'
import { oneOrMany } from '../../calls/resourceCalls.ts'
import type { JobSpec } from '../../jobs/defineJob.ts'
import { jobsByName } from '../../jobs/registry.ts'
import { addRun, holdRun, type Run, stopRun, tryAnew } from '../../jobs/runs.ts'
import { logDeed } from '../../store/writing/deeds.ts'

const kinds = resourceNamed('job_kind')
const runs = resourceNamed('job_run')

const known = (name: string): JobSpec => {
  const spec = jobsByName().get(name)
  if (!spec) throw new CallError(409, '此版本没有这项任务')
  return spec
}

/** Declares the call of an action: what it does to one record, done to each that is named, or to none. */
const onEach = (resource: typeof runs, name: string, handle: (context: Context, key: number) => Promise<void>) => {
  const action = resource.actions.find((one) => one.name === name)
  if (!action) throw new Error(`${resource.name} has no action ${name}`)
  const { can, label } = action
  return defineCall(
    { path: can, label, group: '后台任务', can: 'self', writes: true, params: actionParams(resource, action) },
    async (context: Context, params) => {
      const keys = oneOrMany(resource, params)
      for (const key of keys) await handle(context, key)
      return { count: keys.length }
    },
  )
}

/** The run that a call is about, held until the transaction ends; 404 where there is none. */
const runOf = async ({ tx }: Context, jobId: number): Promise<Run> => {
  const run = await holdRun(tx, jobId)
  if (!run) throw new CallError(404)
  return run
}

const logged = ({ tx }: Context, { job_id, msg }: Run): Promise<void> => logDeed(tx, { resource: runs, key: job_id, title: msg })

const runNow = async (context: Context, key: number): Promise<void> => {
  const { tx, session } = context
  const [kind] = await tx.selectFrom('job_kind').select('name').where('job_kind_id', '=', key).execute()
  if (!kind) throw new CallError(404)
  const spec = known(kind.name)
  if (!spec.every) throw new CallError(409, '这项任务由人发起，不能单独运行')
  await logged(context, await addRun(tx, spec, session.userId))
}

const runAgain = async (context: Context, jobId: number): Promise<void> => {
  const { tx, session } = context
  const run = await runOf(context, jobId)
  const spec = known(run.kind)
  const isDone = run.state === 'done' || run.state === 'cancelled'
  if (run.state === 'failed') await tryAnew(tx, run, spec)
  else if (isDone && spec.every) await addRun(tx, spec, session.userId)
  else throw new CallError(409, '只有失败的、定时的任务可以再次运行，且须已经结束')
  await logged(context, run)
}

const cancel = async (context: Context, jobId: number): Promise<void> => {
  const run = await runOf(context, jobId)
  if (!(await stopRun(context.tx, jobId))) throw new CallError(409, '该任务已经结束')
  await logged(context, run)
}

export default [onEach(kinds, 'run', runNow), onEach(runs, 'again', runAgain), onEach(runs, 'cancel', cancel)]
