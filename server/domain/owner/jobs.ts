import { lapseJob } from '../../calls/lapse.ts'

/** An agreement's last day is over. */
export const agreementTerm = { of: 'entrust_agreement', move: 'expire', past: 'end_date' } as const

export default [
  lapseJob({
    name: 'expire_agreements',
    label: '委托协议到期',
    every: '00:10',
    lapse: agreementTerm,
    said: (total) => `${total} 份委托协议已到期`,
  }),
]
