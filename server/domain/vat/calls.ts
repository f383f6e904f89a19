import { CallError } from '../../../src/core/errors.ts'
import type { FormValue } from '../../../src/core/form.ts'
import { form, id } from '../../../src/derive/callParams.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import type { Preview } from '../../../src/protocol/preview.ts'
import { turnOutForm } from '../../../src/schemas/flow/turnOut.ts'
import { type Context, defineCall } from '../../calls/defineCall.ts'
import { inScope } from '../../store/reading/filters.ts'
import { turnedOf } from './turnOut.ts'

const turningOut = form('转出后的进项税额', { flow_id: id('流水'), amount: turnOutForm.properties.amount }, ['flow_id'])

/** Gives in words what of an entry is deducted, turned out, and left when so much more is. 404 for one that is not in scope, or deducts nothing. */
const previewTurnOut = async ({ tx, session }: Context, { flow_id, amount = 0 }: FormValue<typeof turningOut>): Promise<Preview> => {
  const turned = await turnedOf(tx, flow_id, inScope(session.scope, 'f.p_id'))
  if (!turned) throw new CallError(404)
  const { input_tax, out } = turned
  const left = input_tax - out - amount
  const facts = [
    { label: '可抵扣的进项税额', value: `¥${fenToYuan(input_tax)}` },
    { label: '已转出', value: `¥${fenToYuan(out)}` },
    { label: amount > 0 ? '转出后还抵扣' : '还可转出', value: `¥${fenToYuan(Math.max(left, 0))}` },
  ]
  return left < 0 ? { facts, said: `超过还可转出的 ¥${fenToYuan(input_tax - out)}` } : { facts }
}

export default [
  defineCall(
    { path: '/api/flow/turning_out', label: '转出后的进项税额', group: '流水列表', can: '/api/flow/turn_out', params: turningOut },
    previewTurnOut,
  ),
]
