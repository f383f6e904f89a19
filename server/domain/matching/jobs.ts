import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import verificationSetting from '../../../src/resources/settings/verification.ts'
import { defineJob, type JobContext } from '../../jobs/defineJob.ts'
import { systemAt } from '../../jobs/inOneCommit.ts'
import { inTransaction } from '../../store/connection/transaction.ts'
import { insertRow } from '../../store/writing/write.ts'
import { readSetting } from '../setting/index.ts'
import { matchCertain } from './matchAlone.ts'

/** So many entries are looked at together. */
const AT_ONCE = 500
/** New bills are settled by what was paid ahead within so many seconds. */
const HOUR = 3600
/** What depends on what was matched before is looked at again, so often at most. */
const ROUNDS = 20

/** What somebody else has matched meanwhile is looked at again in the next round. */
const unlessTaken = (error: unknown): null => {
  if (error instanceof CallError && error.code === 409) return null
  throw error
}

/** Matches all that is certain, part by part: what a node that dies has done stays, and the next one goes on with what is left. Gives how many matches that were. */
const matchAll = async (context: JobContext, by: number | null): Promise<number> => {
  const { own, signal, tell } = context
  const { sure } = await readSetting(own.db, verificationSetting)
  let [run, total]: [number | null, number] = [null, 0]
  for (let round = 0; round < ROUNDS; round++) {
    let [last, done] = [0, 0]
    for (;;) {
      signal.throwIfAborted()
      const { rows } = await sql<{ flow_id: number }>`
        select flow_id from flow where unused > 0 and flow_id > ${last} order by flow_id limit ${AT_ONCE}::integer
      `.execute(own.db)
      if (rows.length === 0) break
      last = rows.at(-1)?.flow_id ?? 0
      const keys = rows.map(({ flow_id }) => flow_id)
      const made = await inTransaction(own.db, systemAt(context), async (tx) => {
        let begun = run
        const count = await matchCertain({ tx, session: { userId: by, scope: null } }, keys, async () => {
          begun ??= await insertRow(tx, resourceNamed('match_run'), { sure }, by)
          return begun
        })
        return { begun, count }
      }).catch(unlessTaken)
      run = made?.begun ?? run
      done += made?.count ?? 0
      tell(total + done, total + done)
    }
    total += done
    if (done === 0) break
  }
  return total
}

/** What matches money with what is owed: by the clock where 核销设置 says so, or when an accountant asks. */
export const matchJob = defineJob({
  name: 'match_money',
  label: '自动核销',
  every: HOUR,
  run: async (context) => {
    const by = context.job.created_by
    const { mode } = await readSetting(context.own.db, verificationSetting)
    if (by === null && mode !== 2) return { total: 0, said: '核销设置为人工核销' }
    const total = await matchAll(context, by)
    return { total, said: total === 0 ? '没有把握够的收款' : `核销 ${total} 笔` }
  },
})

export default [matchJob]
