import { dateOf } from '../../../src/protocol/dates.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import { defineJob, type JobContext } from '../../jobs/defineJob.ts'
import { systemAt } from '../../jobs/inOneCommit.ts'
import { inTransaction } from '../../store/connection/transaction.ts'
import { chargeShares } from './charge.ts'
import { changedSince, dueShares, lastRun } from './due.ts'
import { clearVoid, keepFees } from './keep.ts'
import { isMonthsDay } from './rules/monthsDay.ts'
import { ofShares, type ReckonedShare, reckonShares } from './shares.ts'
import { type FeeTerms, readTerms } from './terms.ts'

const NAME = 'late_fees'
/** So many shares are reckoned in one transaction. */
const AT_ONCE = 500

/** Those of which bills are made by themselves: what was paid by now, and on the month's day what was not, too. */
const automatic = (shares: readonly ReckonedShare[], { isAutomatic }: FeeTerms, isMonthly: boolean): number[] => {
  if (!isAutomatic) return []
  return shares.filter(({ rest, paid, price }) => rest > 0 && (isMonthly || paid >= price)).map(({ share_id }) => share_id)
}

/** Reckons shares to the day and keeps what comes of it; gives how many have a late fee, and what was billed of them by itself. */
const work = (
  context: JobContext,
  terms: FeeTerms,
  keys: readonly number[],
  { now, day, isMonthly }: { now: number; day: string; isMonthly: boolean },
) =>
  inTransaction(context.own.db, systemAt(context), async (tx) => {
    const shares = await reckonShares(tx, terms, ofShares(keys), day)
    await keepFees(tx, shares, day)
    const asked = automatic(shares, terms, isMonthly)
    const { count, price } =
      asked.length === 0
        ? { count: 0, price: 0 }
        : await chargeShares({ tx, session: { userId: null, scope: null }, now }, ofShares(asked), day)
    return { count, price, late: shares.filter(({ fee }) => fee.total > 0).length }
  })

export default [
  defineJob({
    name: NAME,
    label: '计算违约金',
    every: '00:40',
    run: async (context) => {
      const { db } = context.own
      const terms = await readTerms(db)
      if (terms.since === null) return { total: 0, said: '没有计收违约金' }
      const now = Math.floor(Date.now() / 1000)
      const day = dateOf(now)
      const last = await lastRun(db, NAME)
      await inTransaction(db, systemAt(context), (tx) => clearVoid(tx, day, changedSince(last)))
      const isMonthly = isMonthsDay(terms.month_day, day, last && dateOf(last.started_at))
      let [seen, total, count, price] = [0, 0, 0, 0]
      for await (const found of dueShares(db, terms, terms.since, day, last)) {
        context.signal.throwIfAborted()
        for (let at = 0; at < found.length; at += AT_ONCE) {
          context.signal.throwIfAborted()
          const keys = found.slice(at, at + AT_ONCE)
          const made = await work(context, terms, keys, { now, day, isMonthly })
          seen += keys.length
          total += made.late
          count += made.count
          price += made.price
          context.tell(seen, seen)
        }
      }
      const billed = count > 0 ? `，出账单 ${count} 张，${fenToYuan(price)} 元` : ''
      return { total, result: { version: terms.version }, said: total === 0 ? '没有逾期的房租' : `算了 ${total} 笔${billed}` }
    },
  }),
]
