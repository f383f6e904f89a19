import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { codeOf } from '../../../src/core/states.ts'
import closing from '../../../src/resources/closing/closing.ts'
import { defineEffects } from '../../calls/defineEffects.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inState } from '../../store/reading/states.ts'
import { dropReport } from '../report/index.ts'
import { checkIsOfAll } from './checkIsOfAll.ts'
import { openYear } from './closeYear.ts'
import { itemsLeft } from './itemsLeft.ts'
import { closeJob, undoneJob } from './jobs.ts'

const notLast = (month: string): string => `${month} 之后的月份也已结账，须从最后一个月起反结账`

/** Only the last month that is closed is opened, and not while a later one is being closed: that would be sealed over one that is open. Throws 409. */
const mustBeLast = async (tx: Tx, month: string): Promise<void> => {
  const { rows } = await sql<{ month: string; status: number }>`
    select month, status from closing where month > ${month} and status <> ${inState(closing, 'open')} order by month limit 1
  `.execute(tx)
  const [later] = rows
  if (later?.status === codeOf(closing, 'closing')) throw new CallError(409, `${later.month} 正在结账，请等它做完`)
  if (later) throw new CallError(409, notLast(month))
}

export default [
  defineEffects(closing, {
    close: {
      check: async (acting, [{ month }], { note }) => {
        checkIsOfAll(acting.session)
        const { rows } = await sql<{ month: string }>`
          select month from closing where month < ${month} and status = ${inState(closing, 'reopening')} limit 1
        `.execute(acting.tx)
        if (rows[0]) throw new CallError(409, `${rows[0].month} 正在申请反结账，请先办完`)
        if (!note && (await itemsLeft(acting.tx, month)).length > 0)
          throw new CallError(400, '还有未清事项，请写明为什么留到下月', { field: 'note' })
      },
      refusal: ({ status }) => (status === codeOf(closing, 'open') ? '这个月还没有过完，不能结账' : '这个月已结账，或正在结账'),
      sets: { closed_by: ({ session }) => session.userId, said: () => null },
      after: async ({ tx, session }) => {
        await addJob(tx, closeJob, { msg: closeJob.label, type: 0, params: {}, userId: session.userId ?? 0 })
        return { count: 1 }
      },
    },
    reopen: {
      check: async ({ session, tx }, [{ month }]) => {
        checkIsOfAll(session)
        await mustBeLast(tx, month)
      },
      refusal: ({ month, status }) => (status === codeOf(closing, 'closed') ? notLast(month) : '这个月没有结账，或已申请反结账'),
      sets: { asked_by: ({ session }) => session.userId },
    },
    agree: {
      check: async ({ session, tx }, [{ asked_by, month }]) => {
        checkIsOfAll(session)
        if (session.userId === asked_by) throw new CallError(403, '反结账须由申请人以外的人同意')
        await mustBeLast(tx, month)
      },
      sets: { seal: () => null, closed_at: () => null, closed_by: () => null },
      after: async ({ tx, session }, [{ closing_id, month }]) => {
        await sql`delete from closing_day where closing_id = ${closing_id}`.execute(tx)
        await dropReport(tx, closing_id)
        await openYear(tx, month)
        // What is undone is asked of another month now.
        await addJob(tx, undoneJob, { msg: undoneJob.label, type: 0, params: {}, userId: session.userId ?? 0 })
        return { count: 1 }
      },
    },
    refuse: { check: async ({ session }) => checkIsOfAll(session) },
  }),
]
