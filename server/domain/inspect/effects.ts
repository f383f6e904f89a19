import { CallError } from '../../../src/core/errors.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import inspect from '../../../src/resources/inspect/inspect.ts'
import { type Acting, defineEffects } from '../../calls/defineEffects.ts'
import { tenancyOf } from '../contract/index.ts'

const FAILED = 2
const NOT_AS_AGREED = 2

const livingThere = ({ tx, now }: Acting, { org_id }: { org_id: number }) => tenancyOf(tx, org_id, dateOf(now))

/** What is found is found of whoever has the room now: since the task was made another may have moved in. */
const checked = {
  checked_at: ({ now }: Acting) => now,
  contract_id: async (acting: Acting, task: { org_id: number }) => (await livingThere(acting, task)).contract_id,
  custom_id: async (acting: Acting, task: { org_id: number }) => (await livingThere(acting, task)).custom_id,
  custom_name: async (acting: Acting, task: { org_id: number }) => (await livingThere(acting, task)).custom_name,
}

/** The life of an inspection: what is found says which way it ends. */
export default defineEffects(inspect, {
  pass: {
    check: async (_acting, _rows, { items, occupied }) => {
      if (items.some(({ result }) => result === FAILED)) throw new CallError(400, '有不合格的项目，请用“登记异常”', { field: 'items' })
      if (occupied === NOT_AS_AGREED) throw new CallError(400, '没有按合同居住，请用“登记异常”', { field: 'occupied' })
    },
    sets: checked,
  },
  fail: { sets: checked },
  reassign: {
    sets: {
      inspector: (_acting, _task, { inspector }) => inspector,
      planned_date: (_acting, _task, { planned_date }) => planned_date,
    },
  },
})
