import type { ApprovalStep } from '../../../src/core/approval.ts'
import approvalSetting from '../../../src/resources/settings/approval.ts'
import type { House } from '../../approvals/house.ts'
import { standMeanwhile } from '../../calls/meanwhile.ts'
import { notify } from '../message/index.ts'
import { readSetting } from '../setting/index.ts'
import { assignersOf, goneOf, heirsOf, peopleOf } from './people.ts'

/** What the engine of approvals is told of the operator: its steps (审批设置), its people, how they are told (server/wiring.ts). */
export const operator: House = {
  stepsOf: async (db, business) => ((await readSetting(db, approvalSetting))[business] ?? []) as readonly ApprovalStep[],
  peopleOf,
  goneOf,
  assignersOf,
  heirsOf,
  tell: notify,
  stand: standMeanwhile,
}
