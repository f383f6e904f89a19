import { CallError } from '../../../src/core/errors.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { actionParams } from '../../../src/derive/callParams.ts'
import verificationSetting from '../../../src/resources/settings/verification.ts'
import { type Context, defineCall } from '../../calls/defineCall.ts'
import { startCall } from '../../calls/startCall.ts'
import { readSetting } from '../setting/index.ts'
import { addMatches } from './addMatch.ts'
import { sharesNamed } from './candidates.ts'
import { matchJob } from './jobs.ts'
import { offeredFor, offersForm } from './offered.ts'
import { inOrder } from './rules/offers.ts'

const receipts = resourceNamed('open_receipt')
const match = receipts.actions.find(({ name }) => name === 'match')
if (!match) throw new Error('open_receipt has no action match')

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
  startCall({ resource: 'match_run', action: 'start', group: '核销台', job: matchJob, isOfAll: true }),
]
