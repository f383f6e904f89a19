import { sql } from 'kysely'
import withholdFile from '../../../src/resources/withhold/withholdFile.ts'
import { defineJob } from '../../jobs/defineJob.ts'
import { systemAt } from '../../jobs/inOneCommit.ts'
import { inTransaction } from '../../store/connection/transaction.ts'
import { inState } from '../../store/reading/states.ts'
import { bookFile } from './book.ts'

const HOUR = 3600

/** Books results: right after they were taken, and each hour what a node that died has left. */
export const withholdJob = defineJob({
  name: 'book_withholding',
  label: '代扣回盘入账',
  every: HOUR,
  run: async (context) => {
    const { own, job, signal, tell } = context
    const { rows } = await sql<{ file_id: number; rows: number; answered_by: number | null }>`
      select file_id, rows, answered_by from withhold_file where status = ${inState(withholdFile, 'booking')} order by file_id
    `.execute(own.db)
    const all = rows.reduce((sum, file) => sum + file.rows, 0)
    let total = 0
    for (const { file_id, answered_by } of rows) {
      signal.throwIfAborted()
      const before = total
      total += await inTransaction(own.db, systemAt(context), (tx) =>
        bookFile(
          { tx, session: { userId: answered_by ?? job.created_by, scope: null }, now: Math.floor(Date.now() / 1000) },
          file_id,
          (done) => tell(before + done, Math.max(all, before + done)),
        ),
      )
      tell(total, Math.max(all, total))
    }
    return { total, said: total === 0 ? '没有要入账的回盘' : `入账 ${total} 张账单` }
  },
})

export default [withholdJob]
