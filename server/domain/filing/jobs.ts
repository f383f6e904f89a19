import { lapseJob } from '../../calls/lapse.ts'

/** The days in which a contract is to be filed are over. */
export const filingTerm = { of: 'filing', move: 'expire', past: 'due_on' } as const

export default [
  lapseJob({
    name: 'filing_days',
    label: '备案期满',
    every: '00:20',
    lapse: filingTerm,
    said: (total) => `${total} 份合同逾期未备案`,
  }),
]
