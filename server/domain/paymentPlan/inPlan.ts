import { sql } from 'kysely'
import paymentPlan from '../../../src/resources/paymentPlan/paymentPlan.ts'
import { inState } from '../../store/reading/states.ts'

/** Whether a share (`s`) is being paid by a plan: as long as that is kept nobody is told of it (催缴设置), and no bank is asked for the whole of it. */
export const isPlanned = sql`exists (
    select from plan_share n join payment_plan p on p.plan_id = n.plan_id where n.share_id = s.share_id and n.is_open = 1 and p.status = ${inState(paymentPlan, 'active')}
  )`
