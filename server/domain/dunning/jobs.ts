import { sql } from 'kysely'
import outbox from '../../../src/resources/outbox/outbox.ts'
import { countJob } from '../../jobs/countJob.ts'
import { withdrawOutbound } from '../../outbox/withdrawOutbound.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inSet } from '../../store/reading/states.ts'
import { debtorsOfBill } from './debtors.ts'

/** Whom a message (`o`) goes to, as he is registered now: of two entries that became one, the one that stayed. */
const receiver = sql`coalesce(
  case o.resource when 'lessee' then (select merged_into from lessee where custom_id = o.record_id)
    else (select merged_into from company where company_id = o.record_id) end, o.record_id)`

/**
 * Withdraws reminders of arrears that have not left, or did not go, where whoever they are for owes nothing any more of what he was to be reminded of that day: it was paid, made
 * void, put into a plan, or is another's. Gives how many.
 */
export const withdrawSettled = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ once: string }>`
    select o.once from outbox o
    where o.state in (${inSet(outbox, 'open')}) and o.channel = 2 and o.once like 'dunning.%' and not exists (
      select from dunning d join bill b on b.bill_id = d.bill_id cross join lateral (${debtorsOfBill}) p
      where d.way = 1 and d.day = right(o.once, 10)::date and b.is_void = 0 and p.resource = o.resource and p.record_id = ${receiver}
    )
  `.execute(tx)
  await withdrawOutbound(
    tx,
    rows.map(({ once }) => once),
    '所催的账单已付清、作废或不再由其承担',
  )
  return rows.length
}

export default [
  countJob({
    name: 'withdraw_dunning',
    label: '不必再发的催缴短信',
    every: 60,
    does: withdrawSettled,
    said: (total) => `撤回 ${total} 条`,
    none: '没有要撤回的',
  }),
]
