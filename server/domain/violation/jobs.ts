import { lapseJob } from '../../calls/lapse.ts'

/** What was to be put right by a day has not been. */
export const correction = { of: 'violation', move: 'lapse', past: 'deadline' } as const

export default [
  lapseJob({
    name: 'lapse_corrections',
    label: '违规整改到期',
    every: '00:20',
    lapse: correction,
    said: (total) => `${total} 件逾期未整改，已告知登记人`,
  }),
]
