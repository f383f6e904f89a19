import { sql } from 'kysely'
import agreement from '../../../src/resources/owner/entrustAgreement.ts'
import { moveBySystem } from '../../calls/transition.ts'
import { defineJob } from '../../jobs/defineJob.ts'
import { inOneCommit } from '../../jobs/inOneCommit.ts'
import type { Tx } from '../../store/connection/database.ts'
import type { Row } from '../../store/connection/rows.ts'
import { inState } from '../../store/reading/states.ts'

/** Has the agreements expire whose last day is over, and gives how many. One that somebody has in hand at this moment is left to the next night. */
export const expireAgreements = async (tx: Tx, now: number): Promise<number> => {
  const { rows } = await sql<Row<'entrust_agreement', 'agreement_id'>>`
    select agreement_id from entrust_agreement where status = ${inState(agreement, 'inForce')} and end_date < current_date
    order by agreement_id for no key update skip locked
  `.execute(tx)
  const keys = rows.map(({ agreement_id }) => agreement_id)
  if (keys.length > 0) await moveBySystem({ tx, session: { userId: null, scope: null }, now }, 'entrust_agreement', 'expire', keys)
  return keys.length
}

export default [
  defineJob({
    name: 'expire_agreements',
    label: '委托协议到期',
    every: '00:10',
    run: (context) =>
      inOneCommit(context, async (tx) => {
        const total = await expireAgreements(tx, Math.floor(Date.now() / 1000))
        return { total, said: total > 0 ? `${total} 份委托协议已到期` : '没有到期的' }
      }),
  }),
]
