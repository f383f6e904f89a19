import { sql } from 'kysely'
import contract from '../../../src/resources/contract/contract.ts'
import review from '../../../src/resources/review/review.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveBySystem } from '../../calls/transition.ts'
import { inSet, inState } from '../../store/reading/states.ts'

/**
 * Has no more be asked of who has left: drops the reviews, not judged yet, of contracts that are over and that none follows which is not (a renewal, another room). Gives how
 * many.
 */
export const dropEnded = async (acting: Acting): Promise<number> => {
  const { rows } = await sql<{ review_id: number }>`
    select r.review_id from review r
    where r.status in (${inState(review, 'awaited')}, ${inState(review, 'declared')}) and not exists (
      with recursive same as (
        select c.contract_id, c.status from contract c where c.contract_id = r.contract_id
        union all select n.contract_id, n.status from same s join contract n on n.former_id = s.contract_id
      )
      select from same where status in (${inSet(contract, 'open')})
    )
    order by r.review_id for no key update
  `.execute(acting.tx)
  const keys = rows.map(({ review_id }) => review_id)
  if (keys.length > 0) await moveBySystem(acting, 'review', 'end', keys, { reason: '合同已结束' })
  return keys.length
}
