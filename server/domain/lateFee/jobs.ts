import { sql } from 'kysely'
import { dateOf } from '../../../src/protocol/dates.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import { defineJob, type JobContext } from '../../jobs/defineJob.ts'
import { systemAt } from '../../jobs/inOneCommit.ts'
import { inTransaction } from '../../store/connection/transaction.ts'
import { chargeShares } from './charge.ts'
import { keepFees } from './keep.ts'
import { graceOf, isOfRent, ofShares, reckonShares } from './shares.ts'
import { type FeeTerms, readTerms } from './terms.ts'

/** So many shares are reckoned in one transaction. */
const AT_ONCE = 500

interface Found {
  share_id: number
  is_paid: boolean
}

/** The next shares that may have a late fee which is not as it was kept: what is overdue, what was paid late since, what was changed since. */
const nextShares = async ({ own }: JobContext, { since, terms }: FeeTerms, last: number, day: string): Promise<Found[]> => {
  const { rows } = await sql<Found>`
    select s.share_id, s.paid >= s.price as is_paid
    from bill b join bill_share s on s.bill_id = b.bill_id left join late_fee f on f.share_id = s.share_id
    where ${isOfRent} and b.bill_date >= ${since}::date and b.bill_date < ${day}::date and b.bill_date + ${graceOf(terms.grace)} < ${day}::date and s.share_id > ${last}
      and (
        s.paid < s.price or f.owed > 0 or (f.share_id is not null and b.updated_at >= f.updated_at)
        or (f.share_id is null and exists (
          select from allocation a left join flow x on x.flow_id = a.flow_id left join deposit_entry d on d.entry_id = a.entry_id
          where a.share_id = s.share_id and coalesce(to_timestamp(x.deal_time)::date, d.day) > b.bill_date + ${graceOf(terms.grace)}
        ))
      )
    order by s.share_id limit ${AT_ONCE}::integer
  `.execute(own.db)
  return rows
}

/** Those of which bills are made by themselves: what was paid by now, and on the month's day what was not, too. */
const automatic = (found: readonly Found[], { isAutomatic, month_day }: FeeTerms, day: string): number[] => {
  if (!isAutomatic) return []
  const isMonthly = Number(day.slice(8)) === month_day
  return found.filter(({ is_paid }) => is_paid || isMonthly).map(({ share_id }) => share_id)
}

export default [
  defineJob({
    name: 'late_fees',
    label: '计算违约金',
    every: '00:40',
    run: async (context) => {
      const terms = await readTerms(context.own.db)
      if (terms.since === null) return { total: 0, said: '没有计收违约金' }
      const now = Math.floor(Date.now() / 1000)
      const day = dateOf(now)
      let [last, total, count, price] = [0, 0, 0, 0]
      for (;;) {
        context.signal.throwIfAborted()
        const found = await nextShares(context, terms, last, day)
        if (found.length === 0) break
        last = found.at(-1)?.share_id ?? last
        const made = await inTransaction(context.own.db, systemAt(context), async (tx) => {
          await keepFees(tx, await reckonShares(tx, terms, ofShares(found.map(({ share_id }) => share_id)), day), day)
          const keys = automatic(found, terms, day)
          return keys.length === 0
            ? { count: 0, price: 0 }
            : chargeShares({ tx, session: { userId: null, scope: null }, now }, ofShares(keys), day)
        })
        total += found.length
        count += made.count
        price += made.price
        context.tell(total, total)
      }
      const billed = count > 0 ? `，出账单 ${count} 张，${fenToYuan(price)} 元` : ''
      return { total, said: total === 0 ? '没有逾期的房租' : `算了 ${total} 笔${billed}` }
    },
  }),
]
