import { CallError } from '../../../src/core/errors.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import violation from '../../../src/resources/violation/violation.ts'
import { defineEffects } from '../../calls/defineEffects.ts'
import { whoDealsWith } from '../account/index.ts'
import { billViolation, checkNotCharged } from '../contract/index.ts'
import { notify } from '../message/index.ts'

/** The life of a violation. */
export default defineEffects(violation, {
  demand: {
    check: async ({ now }, _rows, { deadline }) => {
      if (deadline < dateOf(now)) throw new CallError(400, '整改期限不能早于今天', { field: 'deadline' })
    },
  },
  charge: {
    check: async ({ tx }, [row]) => {
      if (row.contract_id === null) throw new CallError(409, '发现时房间没有合同，没有人可补收')
      await checkNotCharged(tx, row)
    },
    sets: {
      charged: async ({ tx, now, session }, { contract_id, custom_id }, days) =>
        billViolation(tx, contract_id as number, days, { today: dateOf(now), userId: session.userId, violator: custom_id }),
    },
  },
  lapse: {
    after: async (acting, rows) => {
      for (const row of rows) {
        const { violation_id, number, custom_name, deadline, created_by, p_id } = row
        const content = `${number}（${custom_name ?? '无承租方'}）的整改期限 ${deadline} 已过，还没有整改，请处理。`
        // Whoever entered it; where he has left, those who deal with such things in its project.
        const concerned = await whoDealsWith(acting.tx, created_by, '/api/violation/close', p_id)
        await notify(acting.tx, concerned, '违规逾期未整改', content, { resource: 'violation', id: violation_id })
      }
      return undefined
    },
  },
})
