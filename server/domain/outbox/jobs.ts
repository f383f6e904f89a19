import { sql } from 'kysely'
import outbox from '../../../src/resources/outbox/outbox.ts'
import outboxSetting from '../../../src/resources/settings/outbox.ts'
import { defineJob, type JobContext } from '../../jobs/defineJob.ts'
import { inTransaction } from '../../store/connection/transaction.ts'
import { inSet } from '../../store/reading/states.ts'
import { readSetting } from '../setting/index.ts'

const DAY = 86_400
/** So many in one transaction: what is sent meanwhile waits for no more. */
const AT_ONCE = 1000

/**
 * Deletes what has been settled for more days than 外发设置 says, and gives how many; 0 days keeps all. What waits, for the sender or for staff,
 * is never deleted. It is nobody's in 操作日志, which would keep what was to go.
 */
export const clearOutbox = async ({ own, signal }: Pick<JobContext, 'own' | 'signal'>): Promise<number> => {
  const { keep_days } = await readSetting(own.db, outboxSetting)
  let cleared = 0
  let last = keep_days === 0 ? 0 : AT_ONCE
  while (last === AT_ONCE && !signal.aborted) {
    const { numAffectedRows } = await inTransaction(own.db, null, (tx) =>
      sql`
        delete from outbox where outbox_id in (
          select outbox_id from outbox
          where state in (${inSet(outbox, 'settled')}) and updated_at < epoch_now() - ${keep_days * DAY}::bigint
          order by outbox_id limit ${AT_ONCE} for update skip locked
        )
      `.execute(tx),
    )
    last = Number(numAffectedRows ?? 0)
    cleared += last
  }
  return cleared
}

export default [
  defineJob({
    name: 'clear_outbox',
    label: '清理发件箱',
    every: '03:40',
    async run(context) {
      const total = await clearOutbox(context)
      return { total, said: total > 0 ? `清理 ${total} 条` : '没有要清理的' }
    },
  }),
]
