import { sql } from 'kysely'
import { codeOf } from '../../../src/core/states.ts'
import contract from '../../../src/resources/contract/contract.ts'
import meter from '../../../src/resources/meter/meter.ts'
import paymentPlan from '../../../src/resources/paymentPlan/paymentPlan.ts'
import { chargeShares, ofBills } from '../../domain/lateFee/index.ts'
import { addPlan, letGo } from '../../domain/paymentPlan/index.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inState } from '../../store/reading/states.ts'
import { addSetting } from '../addSetting.ts'
import { calendar, type Day } from '../calendar.ts'
import { addFeeTerms } from '../contract/addFeeTerms.ts'
import type { Staff } from '../types.ts'

interface Late {
  contract_id: number
  bills: number[]
}

/** Contracts that go on, with what is overdue of their rent for more than a month: those that owe most bills first. */
const late = async (tx: Tx): Promise<Late[]> => {
  const { rows } = await sql<Late>`
    select b.contract_id, array_agg(b.bill_id order by b.bill_date) as bills
    from bill b join contract c on c.contract_id = b.contract_id
    where b."from" = 1 and b.is_void = 0 and b.paid < b.price and b.bill_date < current_date - 5 and c.status = ${inState(contract, 'inForce')} and c.kind = 1
      and exists (select from bill_share s where s.bill_id = b.bill_id and s.party = 1 and s.paid < s.price)
    group by b.contract_id order by count(*) desc, b.contract_id limit 12
  `.execute(tx)
  return rows
}

/** Readings that were asked about when they were taken, and a meter that was replaced. */
const addOddReadings = async (tx: Tx): Promise<void> => {
  await sql`
    update meter m set doubt = 1, why = '租客确认装了空调，复看无误' from (
      select meter_id from meter where status = ${inState(meter, 'stands')} order by usage desc, meter_id limit 3
    ) odd where m.meter_id = odd.meter_id
  `.execute(tx)
  await sql`
    update meter m set is_new = 1, old_end = m.previous + m.usage - 1, new_start = 0, current = 1 from (
      select distinct on (org_id, simple_id) meter_id, usage, is_new from meter order by org_id, simple_id, read_date desc
    ) last where m.meter_id = last.meter_id and m.meter_id in (
      select min(meter_id) from (select distinct on (org_id, simple_id) meter_id, usage, doubt from meter order by org_id, simple_id, read_date desc) l
      where l.usage > 1 and l.doubt is null
    )
  `.execute(tx)
}

/** Adds what being late led to: late fees since three months, by the terms of some contracts their own, some of them billed, a plan that is kept and one that was broken; and readings that were asked about. */
export const addLate = async (tx: Tx, today: Day, staff: Staff): Promise<void> => {
  const { caiwu } = staff
  if (caiwu === null) return
  await addOddReadings(tx)
  const now = calendar.instantOf(today, 9 * 60)
  const acting = { tx, session: { userId: caiwu, scope: null }, now }
  const content = { enabled: 1, since: calendar.dateOf(today - 90), rate: 5, cap: 100, grace: 3, start: 1, ended: 1, way: 1, due_days: 15 }
  await addSetting(tx, 'lateFeeSetting', sql`${JSON.stringify(content)}::jsonb`, caiwu, sql`${calendar.instantOf(today - 90, 600)}::bigint`)
  const all = await late(tx)
  await addFeeTerms(
    tx,
    all.slice(2).map(({ contract_id }) => contract_id),
    staff,
  )
  await chargeShares(acting, ofBills(all.slice(2).flatMap(({ bills }) => bills)), calendar.dateOf(today))
  for (const [place, { bills }] of all.slice(0, 2).entries()) {
    const planned = { party: 1, way: 1, count: 3, first_day: calendar.dateOf(today), fees: 1 }
    const { plan_id } = await addPlan(acting, bills, planned)
    const [begun, shift] = place === 0 ? [20, 0] : [45, 40]
    await sql`update plan_part set due_day = due_day - ${shift}::integer where plan_id = ${plan_id}`.execute(tx)
    await sql`
      update payment_plan set status = ${codeOf(paymentPlan, place === 0 ? 'active' : 'broken')}, begun_on = current_date - ${begun}::integer,
        first_day = first_day - ${shift}::integer, ended_on = ${place === 0 ? null : calendar.dateOf(today - 30)}::date
      where plan_id = ${plan_id}
    `.execute(tx)
    if (place === 1) await letGo(acting, [plan_id])
  }
}
