import { CallError } from '../../../src/core/errors.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import violation from '../../../src/resources/violation/violation.ts'
import { defineEffects } from '../../calls/defineEffects.ts'
import { notify } from '../message/index.ts'

/** The life of a violation. */
export default defineEffects(violation, {
  demand: {
    check: async ({ now }, _rows, { deadline }) => {
      if (deadline < dateOf(now)) throw new CallError(400, '整改期限不能早于今天', { field: 'deadline' })
    },
  },
  lapse: {
    after: async ({ tx }, rows) => {
      for (const { violation_id, number, custom_name, deadline, created_by } of rows) {
        const content = `${number}（${custom_name ?? '无承租方'}）的整改期限 ${deadline} 已过，还没有整改，请处理。`
        if (created_by !== null) await notify(tx, [created_by], '违规逾期未整改', content, { resource: 'violation', id: violation_id })
      }
      return undefined
    },
  },
})
