import { sql } from 'kysely'
import paymentPlan from '../../../src/resources/paymentPlan/paymentPlan.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveBySystem } from '../../calls/transition.ts'
import { inState } from '../../store/reading/states.ts'

/** How many plans were kept, and how many were broken. */
interface Watched {
  done: number
  broken: number
}

interface Found {
  plan_id: number
  is_done: boolean
}

/**
 * Ends the plans that are paid, and those of which a part is overdue for longer than they say themselves (催缴设置, when they were drafted). What came from the debtor, or under his
 * name, and is matched with nothing yet breaks none: he has paid, and a broken plan is not mended.
 */
export const watchPlans = async (acting: Acting): Promise<Watched> => {
  const { rows } = await sql<Found>`
    with came as materialized (select custom_id, company_id, custom_name, unused from flow where unused > 0)
    select p.plan_id, x.settled >= p.total as is_done
    from payment_plan p cross join lateral plan_settled(p.plan_id) x
    cross join lateral (select coalesce(sum(t.price), 0) as price from plan_part t where t.plan_id = p.plan_id and t.due_day + p.grace < current_date) due
    where p.status = ${inState(paymentPlan, 'active')} and case
      when x.settled >= p.total then true
      when x.settled >= due.price then false
      else x.settled + (
        select coalesce(sum(c.unused), 0) from came c where case p.party when 1 then c.custom_id = p.custom_id else c.company_id = p.company_id end
          or num_nonnulls(c.custom_id, c.company_id) = 0 and c.custom_name = p.custom_name
      ) < due.price end
    order by p.plan_id for no key update of p skip locked
  `.execute(acting.tx)
  const keysWhere = (is_done: boolean): number[] => rows.filter((row) => row.is_done === is_done).map(({ plan_id }) => plan_id)
  const [done, broken] = [keysWhere(true), keysWhere(false)]
  if (done.length > 0) await moveBySystem(acting, 'payment_plan', 'finish', done)
  if (broken.length > 0) await moveBySystem(acting, 'payment_plan', 'breach', broken)
  return { done: done.length, broken: broken.length }
}
