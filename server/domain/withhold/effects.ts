import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import withhold from '../../../src/resources/withhold/withhold.ts'
import withholdFile from '../../../src/resources/withhold/withholdFile.ts'
import withholdLine from '../../../src/resources/withhold/withholdLine.ts'
import { defineEffects } from '../../calls/defineEffects.ts'
import { moveThose } from '../../calls/moveThose.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { inSet, inState } from '../../store/reading/states.ts'
import { arriveBy } from './arrival.ts'
import { reverseRow } from './bounce.ts'
import { retry } from './retry.ts'

const batches = defineEffects(withhold, {
  retry: { after: (acting, [row]) => retry(acting, row) },
  arrive: { after: (acting, [{ batch_id }], { transfers }) => arriveBy(acting, batch_id, transfers) },
  void: {
    check: async ({ tx }, [{ batch_id }]) => {
      const { rows } = await sql`
        select from withhold_file where batch_id = ${batch_id} and status in (${inSet(withholdFile, 'answered')}) limit 1
      `.execute(tx)
      if (rows.length > 0) throw new CallError(409, '这个批次已有回盘，不能作废')
    },
    after: async (acting, [{ batch_id }]) => {
      await sql`
        update withhold_line set result = ${inState(withholdLine, 'dropped')}, reason = '批次作废', version = version + 1, updated_at = epoch_now()
        where batch_id = ${batch_id} and result = ${inState(withholdLine, 'sent')}
      `.execute(acting.tx)
      await moveThose(acting, 'withhold_file', 'fall', sql`t.batch_id = ${batch_id}`)
      return { count: 1 }
    },
  },
})

const lines = defineEffects(withholdLine, {
  drop: {
    // Before the lines, as whoever sends or voids it does; and so that nobody sends it meanwhile.
    holds: async ({ tx }, keys) => {
      await sql`
        select from withhold where batch_id in (select batch_id from withhold_line where line_id = any(${keyList(keys)}))
        order by batch_id for no key update
      `.execute(tx)
    },
    check: async ({ tx }, rows) => {
      const keys = keyList([...new Set(rows.map(({ batch_id }) => batch_id))])
      const { rows: sent } = await sql`
        select from withhold where batch_id = any(${keys}) and status <> ${inState(withhold, 'draft')} limit 1
      `.execute(tx)
      if (sent.length > 0) throw new CallError(409, '批次已导出，不能移出账单；可以作废整个批次')
    },
    sets: { reason: () => '由人移出' },
  },
  bounce: {
    sets: { reason: (_acting, _row, { reason }) => reason },
    after: async (acting, [{ line_id }], { reason }) => {
      const count = await reverseRow(acting, line_id, reason)
      return { count, said: count > 1 ? `已退票：同一账号合并扣的 ${count} 张账单一起恢复未付` : '已退票，账单恢复未付' }
    },
  },
})

export default [batches, lines]
