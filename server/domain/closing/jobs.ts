import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import closing from '../../../src/resources/closing/closing.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveBySystem } from '../../calls/transition.ts'
import { countJob } from '../../jobs/countJob.ts'
import { defineJob, type JobContext } from '../../jobs/defineJob.ts'
import { systemAt } from '../../jobs/inOneCommit.ts'
import { inTransaction } from '../../store/connection/transaction.ts'
import { inState } from '../../store/reading/states.ts'
import { isLockTimeout } from '../../store/writing/problems.ts'
import { keepChecks } from '../journal/index.ts'
import { keepItems } from './itemsLeft.ts'
import { openMonths, recogniseOpen } from './recognise.ts'
import { sealMonth } from './sealMonth.ts'

/** Those who post have their turn for so long. */
const BETWEEN_MS = 2000

const nowOf = (): number => Math.floor(Date.now() / 1000)

/** Does some work in a transaction of its own, as the system. */
const doing = <T>(context: JobContext, work: (acting: Acting) => Promise<T>): Promise<T> =>
  inTransaction(context.own.db, systemAt(context), (tx) => work({ tx, session: { userId: null, scope: null }, now: nowOf() }))

/** Recognises what of rents is earned in the months that are over and not closed. */
export const recogniseJob = defineJob({
  name: 'recognise_rent',
  label: '确认收入',
  every: '02:20',
  run: async (context) => {
    const total = await doing(context, ({ tx, now }) => recogniseOpen(tx, dateOf(now)))
    return { total, said: total === 0 ? '没有要确认的收入' : `确认 ${total} 笔` }
  },
})

/** What finds what is still undone, by the clock, once books were checked, or by an accountant. */
export const undoneJob = countJob({
  name: 'check_month',
  label: '月结检查',
  every: '02:50',
  does: keepItems,
  said: (total) => `未清事项 ${total} 件`,
  none: '没有未清事项',
})

interface Asked {
  closing_id: number
  month: string
  closed_by: number | null
}

/** The months that were asked to be closed and are not yet. */
const askedMonths = async ({ own }: JobContext): Promise<Asked[]> => {
  const { rows } = await sql<Asked>`
    select closing_id, month, closed_by from closing where status = ${inState(closing, 'closing')} order by month
  `.execute(own.db)
  return rows
}

/** Another run has done it meanwhile. */
const unlessDone = (error: unknown): void => {
  if (!(error instanceof CallError && error.code === 409)) throw error
}

/** Seals a month as soon as nobody is posting: what takes long (a result of fifty thousand debits) is waited for with nobody waiting behind. */
const seal = async (context: JobContext, one: { closing_id: number; month: string }, by: number | null): Promise<void> => {
  for (;;) {
    try {
      return await doing(context, (acting) => sealMonth(acting, one, by))
    } catch (error) {
      if (!isLockTimeout(error)) return unlessDone(error)
      await wait(BETWEEN_MS, undefined, { signal: context.signal })
    }
  }
}

const refuse = async (context: JobContext, asked: readonly Asked[], said: string): Promise<void> => {
  for (const { closing_id } of asked)
    await doing(context, (acting) => moveBySystem(acting, 'closing', 'stay', [closing_id], { said })).catch(unlessDone)
}

/**
 * Closes the months that were asked to be closed, in order: what is earned is recognised, the books are checked, then the month is sealed. Where the books do not
 * agree none is. Each month is one commit: a node that dies has closed it or not, and the next one goes on.
 */
export const closeJob = defineJob({
  name: 'close_months',
  label: '结账',
  every: 600,
  run: async (context) => {
    const asked = await askedMonths(context)
    const last = asked.at(-1)
    if (!last) return { total: 0, said: '没有要结账的月份' }
    // What is sealed below is little more: nobody waits long for it.
    await doing(context, ({ tx, now }) => recogniseOpen(tx, dateOf(now)))
    const { wrong } = await doing(context, ({ tx }) => keepChecks(tx))
    if (wrong > 0) {
      const said = `账务自检有 ${wrong} 处不符，未结账`
      await refuse(context, asked, said)
      return { total: 0, said }
    }
    // With those that were asked for go all before them.
    const months = await openMonths(context.own.db, dateOf(nowOf()), last.month)
    for (const [place, one] of months.entries()) {
      context.signal.throwIfAborted()
      context.tell(place, months.length)
      const by = asked.find(({ month }) => month >= one.month)?.closed_by ?? null
      await seal(context, one, by)
    }
    // The month to look at is another one now.
    await doing(context, ({ tx }) => keepItems(tx))
    return { total: months.length, said: `已结账 ${months.map(({ month }) => month).join('、')}` }
  },
})

export default [recogniseJob, undoneJob, closeJob]
