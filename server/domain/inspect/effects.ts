import { CallError } from '../../../src/core/errors.ts'
import inspect from '../../../src/resources/inspect/inspect.ts'
import { type Acting, defineEffects } from '../../calls/defineEffects.ts'

const FAILED = 2
const NOT_AS_AGREED = 2

const checked = { checked_at: ({ now }: Acting) => now }

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
