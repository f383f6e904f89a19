import { resourceNamed } from '../../../src/declared/declared.ts'
import { actionParams } from '../../../src/derive/callParams.ts'
import { defineCall } from '../../calls/defineCall.ts'
import { addRun } from '../../jobs/runs.ts'
import { logDeed } from '../../store/writing/deeds.ts'
import { checkJob } from './jobs.ts'

const resource = resourceNamed('book_check')
const { run } = Object.fromEntries(resource.actions.map((action) => [action.name, action]))
if (!run) throw new Error('book_check has no action run')

export default [
  defineCall(
    { path: run.can, label: run.label, group: '月结与自检', can: 'self', writes: true, params: actionParams(resource, run) },
    async ({ tx, session }) => {
      const { job_id, msg } = await addRun(tx, checkJob, session.userId)
      await logDeed(tx, { resource: resourceNamed('job_run'), key: job_id, title: msg })
      return {}
    },
  ),
]
