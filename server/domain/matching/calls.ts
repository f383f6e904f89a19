import { CallError } from '../../../src/core/errors.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { actionParams } from '../../../src/derive/callParams.ts'
import verificationSetting from '../../../src/resources/settings/verification.ts'
import { type Context, defineCall } from '../../calls/defineCall.ts'
import { addRun } from '../../jobs/runs.ts'
import { logDeed } from '../../store/writing/deeds.ts'
import { readSetting } from '../setting/index.ts'
import { addMatches } from './addMatch.ts'
import { sharesNamed } from './candidates.ts'
import { matchJob } from './jobs.ts'
import { offeredFor, offersForm } from './offered.ts'
import { inOrder } from './rules/offers.ts'

const [receipts, runs] = [resourceNamed('open_receipt'), resourceNamed('match_run')]
const actionOf = (resource: typeof receipts, name: string) => {
  const action = resource.actions.find((one) => one.name === name)
  if (!action) throw new Error(`${resource.name} has no action ${name}`)
  return action
}
const [match, start] = [actionOf(receipts, 'match'), actionOf(runs, 'start')]

interface Chosen {
  flow_id?: number
  ids?: readonly number[]
  shares: readonly number[]
}

/** Matches the chosen money with the chosen shares, in the order of 核销设置. */
const matchChosen = async (context: Context, { flow_id, ids = [], shares }: Chosen) => {
  const flows = flow_id === undefined ? ids : [flow_id]
  const { order } = await readSetting(context.tx, verificationSetting)
  const owed = inOrder(await sharesNamed(context.tx, shares), order)
  if (owed.length < shares.length) throw new CallError(404, '没有这张账单，或不在您负责的项目内')
  const [match_id] = await addMatches(context, [{ kind: 1, flows, shares: owed.map(({ share_id }) => share_id) }])
  return { match_id }
}

export default [
  defineCall(
    {
      path: '/api/open_receipt/offers',
      label: '核销建议',
      group: '核销台',
      can: match.can as '/api/open_receipt/match',
      params: offersForm,
    },
    offeredFor,
  ),
  defineCall(
    { path: match.can, label: match.label, group: '核销台', can: 'self', writes: true, params: actionParams(receipts, match) },
    (context, asked) => matchChosen(context, asked as unknown as Chosen),
  ),
  defineCall(
    { path: start.can, label: start.label, group: '核销台', can: 'self', writes: true, params: actionParams(runs, start) },
    async ({ tx, session }) => {
      const { job_id, msg } = await addRun(tx, matchJob, session.userId)
      await logDeed(tx, { resource: resourceNamed('job_run'), key: job_id, title: msg })
      return {}
    },
  ),
]
