import { lapseJob } from '../../calls/lapse.ts'
import { defineJob } from '../../jobs/defineJob.ts'
import { systemAt } from '../../jobs/inOneCommit.ts'
import { inTransaction } from '../../store/connection/transaction.ts'
import { makeSettlements } from './settle.ts'

/** An agreement's last day is over. */
export const agreementTerm = { of: 'entrust_agreement', move: 'expire', past: 'end_date' } as const

/** Drafts what is due to owners, for somebody to check. */
export const settleJob = defineJob({
  name: 'settle_owners',
  label: '业主结算',
  every: '03:10',
  run: async (context) => {
    const total = await inTransaction(context.own.db, systemAt(context), (tx) =>
      makeSettlements({ tx, session: { userId: null, scope: null }, now: Math.floor(Date.now() / 1000) }),
    )
    return { total, said: total === 0 ? '没有到结算日的协议' : `生成 ${total} 张业主结算单` }
  },
})

export default [
  lapseJob({
    name: 'expire_agreements',
    label: '委托协议到期',
    every: '00:10',
    lapse: agreementTerm,
    said: (total) => `${total} 份委托协议已到期`,
  }),
  settleJob,
]
