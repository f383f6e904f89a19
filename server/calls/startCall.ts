import { CallError } from '../../src/core/errors.ts'
import { resourceNamed } from '../../src/declared/declared.ts'
import { actionParams } from '../../src/derive/callParams.ts'
import type { JobSpec } from '../jobs/defineJob.ts'
import { jobsByName } from '../jobs/registry.ts'
import { addRun } from '../jobs/runs.ts'
import { logDeed } from '../store/writing/deeds.ts'
import { type Call, type Context, defineCall } from './defineCall.ts'

/** A page's action that has a periodic job done now. */
interface Start {
  resource: string
  action: string
  group: string
  /** By its name where the domain does not know it: of an engine's. */
  job: JobSpec | string
  /** The job changes records of all projects: who has only some may not begin it. */
  isOfAll?: true
  /** Throws where the job would have nothing to do. */
  check?: (context: Context) => Promise<void>
}

const specOf = (job: JobSpec | string): JobSpec => {
  const spec = typeof job === 'string' ? jobsByName().get(job) : job
  if (!spec) throw new Error(`there is no job ${String(job)}`)
  return spec
}

/** Gives the call of an action that has a job done now, beside the times that the clock asks for it. It refuses with 409 where the job is under way, and with 403 whoever has not all the projects that it changes. */
export const startCall = ({ resource: name, action: named, group, job, isOfAll, check }: Start): Call => {
  const resource = resourceNamed(name)
  const action = resource.actions.find((one) => one.name === named)
  if (!action) throw new Error(`${name} has no action ${named}`)
  return defineCall(
    { path: action.can, label: action.label, group, can: 'self', writes: true, params: actionParams(resource, action) },
    async (context) => {
      const { tx, session } = context
      if (isOfAll && session.scope !== null) throw new CallError(403, '这项任务办的是全部项目，须由负责全部项目的账号开始')
      await check?.(context)
      const { job_id, msg } = await addRun(tx, specOf(job), session.userId)
      await logDeed(tx, { resource: resourceNamed('job_run'), key: job_id, title: msg })
      return {}
    },
  )
}
