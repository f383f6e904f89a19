import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { codeOf } from '../../../src/core/states.ts'
import statement from '../../../src/resources/statement/statement.ts'
import statementLine from '../../../src/resources/statement/statementLine.ts'
import { actIfMay } from '../../calls/actNamed.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveBySystem } from '../../calls/transition.ts'
import { defineJob, type JobContext } from '../../jobs/defineJob.ts'
import { systemAt } from '../../jobs/inOneCommit.ts'
import { inTransaction } from '../../store/connection/transaction.ts'
import { inState } from '../../store/reading/states.ts'
import { holdAccounts, linesOf } from './lines.ts'
import { passOn } from './passOn.ts'
import { settleOpen } from './settle.ts'

/** So many lines are settled, or taken back, in one transaction. */
const AT_ONCE = 500
const HOUR = 3600

interface Waiting {
  statement_id: number
  own_account_id: number
  enters: number
}

const waiting = async ({ own }: JobContext, state: 'settling' | 'undoing'): Promise<Waiting[]> => {
  const { rows } = await sql<Waiting>`
    select statement_id, own_account_id, enters from statement where status = ${inState(statement, state)} order by statement_id
  `.execute(own.db)
  return rows
}

/** Does some work in a transaction of its own, as the system, for whoever asked for the job. */
const doing = <T>(context: JobContext, work: (acting: Acting) => Promise<T>): Promise<T> =>
  inTransaction(context.own.db, systemAt(context), (tx) =>
    work({ tx, session: { userId: context.job.created_by, scope: null }, now: Math.floor(Date.now() / 1000) }),
  )

/** Open lines of an account after one of them, the first in a statement's order; of one statement where it is named. Held, so that nobody settles them meanwhile. */
const nextLines = async (
  { tx }: Acting,
  { own_account_id, statement_id }: { own_account_id: number; statement_id: number | null },
  last: number,
) => {
  await holdAccounts(tx)
  const { rows } = await sql<{ line_id: number }>`
    select line_id from statement_line where own_account_id = ${own_account_id} and status = ${inState(statementLine, 'open')} and line_id > ${last}
      and (${statement_id}::integer is null or statement_id = ${statement_id}::integer)
    order by line_id limit ${AT_ONCE}::integer for no key update
  `.execute(tx)
  return linesOf(
    tx,
    rows.map(({ line_id }) => line_id),
  )
}

/** Settles what is certain of an account's open lines, part by part: what a node that dies has done stays, and the next one goes on with what is left. */
const settle = async (
  context: JobContext,
  of: { own_account_id: number; statement_id: number | null },
  enters: boolean,
): Promise<number> => {
  let [last, total] = [0, 0]
  for (;;) {
    context.signal.throwIfAborted()
    const made = await doing(context, async (acting) => {
      const lines = await nextLines(acting, of, last)
      return { last: lines.at(-1)?.line_id, count: await settleOpen(acting, lines, enters) }
    })
    total += made.count
    context.tell(total, total)
    if (made.last === undefined) return total
    last = made.last
  }
}

/** Takes back what a statement's lines were settled by; what can no more be taken back stays as it is. */
const takeBack = async (context: JobContext, { statement_id }: Waiting): Promise<number> => {
  let [last, stuck] = [0, 0]
  for (;;) {
    context.signal.throwIfAborted()
    const keys = await doing(context, async (acting) => {
      await holdAccounts(acting.tx)
      const { rows } = await sql<{ line_id: number; status: number }>`
        select line_id, status from statement_line where statement_id = ${statement_id} and line_id > ${last} and status <> ${inState(statementLine, 'void')}
        order by line_id limit ${AT_ONCE}::integer
      `.execute(acting.tx)
      const open: number[] = []
      for (const { line_id, status } of rows)
        if (status === codeOf(statementLine, 'open') || (await actIfMay(acting, 'statement_line', 'undo', [line_id]))) open.push(line_id)
      if (open.length > 0) {
        await moveBySystem(acting, 'statement_line', 'fall', open)
        await passOn(acting, open)
      }
      stuck += rows.length - open.length
      return rows.map(({ line_id }) => line_id)
    })
    if (keys.length === 0) break
    last = keys.at(-1) ?? 0
  }
  await doing(context, (acting) => moveBySystem(acting, 'statement', stuck > 0 ? 'stay' : 'fall', [statement_id])).catch(unlessDone)
  return stuck
}

/** Another run has ended it meanwhile. */
const unlessDone = (error: unknown): void => {
  if (!(error instanceof CallError && error.code === 409)) throw error
}

/** Settles what was read and what is still open, and takes back what is to be: after each reading, each hour, or when an accountant asks. */
export const statementJob = defineJob({
  name: 'match_statements',
  label: '对账单勾对',
  every: HOUR,
  run: async (context) => {
    let [total, stuck] = [0, 0]
    const failed: unknown[] = []
    // What cannot be done of one statement or account is told of when all others are done.
    const each = async (work: () => Promise<void>): Promise<void> => {
      try {
        await work()
      } catch (error) {
        context.signal.throwIfAborted()
        failed.push(error)
      }
    }
    for (const one of await waiting(context, 'undoing'))
      await each(async () => {
        stuck += await takeBack(context, one)
      })
    for (const one of await waiting(context, 'settling'))
      await each(async () => {
        total += await settle(context, one, one.enters === 1)
        await doing(context, (acting) => moveBySystem(acting, 'statement', 'settle', [one.statement_id])).catch(unlessDone)
      })
    const { rows } = await sql<{ own_account_id: number }>`
      select distinct own_account_id from statement_line where status = ${inState(statementLine, 'open')} order by own_account_id
    `.execute(context.own.db)
    for (const { own_account_id } of rows)
      await each(async () => {
        total += await settle(context, { own_account_id, statement_id: null }, false)
      })
    if (failed.length > 0) throw failed[0]
    const left = stuck > 0 ? `，${stuck} 行不能撤销` : ''
    return { total: total + stuck, said: (total === 0 ? '没有能对上的行' : `对上 ${total} 行`) + left }
  },
})

export default [statementJob]
