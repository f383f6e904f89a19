import { sql } from 'kysely'
import paymentPlan from '../../../src/resources/paymentPlan/paymentPlan.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveBySystem } from '../../calls/transition.ts'
import { inSet, inState } from '../../store/reading/states.ts'

/** How many plans were kept, how many were broken, and how many of those that were over go on. */
interface Watched {
  done: number
  broken: number
  resumed: number
}

interface Found {
  plan_id: number
  is_done: boolean
}

/** The SQL of whether money `c`, of which something is not used, is the debtor's of a plan `p`: it came from him, or under his name. */
const isHis = `(case p.party when 1 then c.custom_id = p.custom_id else c.company_id = p.company_id end
  or num_nonnulls(c.custom_id, c.company_id) = 0 and c.custom_name = p.custom_name)`

/**
 * Has plans that are over go on: those that were paid and are not (the money was reversed, its match undone), and those that were kept after all, as money that came in time was
 * entered or matched late, or bills were void. What came, or was reduced, after the last day of a part mends nothing. Not those whose bills are in another plan by now.
 */
const resumePlans = async (acting: Acting): Promise<number> => {
  const { rows } = await sql<{ plan_id: number }>`
    with came as materialized (select custom_id, company_id, custom_name, unused, to_timestamp(deal_time)::date as day from flow where unused > 0)
    select p.plan_id from payment_plan p cross join lateral plan_settled(p.plan_id) x
    where p.status in (${inSet(paymentPlan, 'resumes')})
      and not exists (
        select from plan_share mine join plan_share other on other.share_id = mine.share_id and other.is_open = 1 where mine.plan_id = p.plan_id
      )
      and case p.status when ${inState(paymentPlan, 'done')} then x.settled < p.total else not exists (
        select from (select due_day + p.grace as until, sum(price) over (order by place) as upto from plan_part where plan_id = p.plan_id) t
        cross join lateral (
          select coalesce(sum(a.price), 0) as price from plan_share s join allocation a on a.share_id = s.share_id join flow f on f.flow_id = a.flow_id
          where s.plan_id = p.plan_id and to_timestamp(f.deal_time)::date > t.until
        ) later
        cross join lateral (
          select coalesce(-sum(a.price), 0) as price from plan_share s join bill_adjust a on a.share_id = s.share_id
          where s.plan_id = p.plan_id and a.price < 0 and to_timestamp(a.created_at)::date > t.until
        ) less
        cross join lateral (select coalesce(sum(c.unused), 0) as price from came c where c.day <= t.until and ${sql.raw(isHis)}) waits
        where t.until < current_date and x.settled - later.price - less.price + waits.price < t.upto
      ) end
    order by p.plan_id for no key update of p skip locked
  `.execute(acting.tx)
  if (rows.length > 0)
    await moveBySystem(
      acting,
      'payment_plan',
      'resume',
      rows.map(({ plan_id }) => plan_id),
    )
  return rows.length
}

/**
 * Ends the plans that are paid, and those of which a part is overdue for longer than they say themselves (催缴设置, when they were drafted). What came from the debtor, or under his
 * name, and is matched with nothing yet breaks none: he has paid. Before that, plans go on that are not what they ended as any more.
 */
export const watchPlans = async (acting: Acting): Promise<Watched> => {
  const resumed = await resumePlans(acting)
  const { rows } = await sql<Found>`
    with came as materialized (select custom_id, company_id, custom_name, unused from flow where unused > 0)
    select p.plan_id, x.settled >= p.total as is_done
    from payment_plan p cross join lateral plan_settled(p.plan_id) x
    cross join lateral (select coalesce(sum(t.price), 0) as price from plan_part t where t.plan_id = p.plan_id and t.due_day + p.grace < current_date) due
    where p.status = ${inState(paymentPlan, 'active')} and case
      when x.settled >= p.total then true
      when x.settled >= due.price then false
      else x.settled + (
        select coalesce(sum(c.unused), 0) from came c where ${sql.raw(isHis)}
      ) < due.price end
    order by p.plan_id for no key update of p skip locked
  `.execute(acting.tx)
  const keysWhere = (is_done: boolean): number[] => rows.filter((row) => row.is_done === is_done).map(({ plan_id }) => plan_id)
  const [done, broken] = [keysWhere(true), keysWhere(false)]
  if (done.length > 0) await moveBySystem(acting, 'payment_plan', 'finish', done)
  if (broken.length > 0) await moveBySystem(acting, 'payment_plan', 'breach', broken)
  return { done: done.length, broken: broken.length, resumed }
}
