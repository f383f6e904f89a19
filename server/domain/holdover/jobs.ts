import { lapseJob } from '../../calls/lapse.ts'

/** A moving period is over. */
export const movingPeriod = { of: 'holdover', move: 'expire', past: 'moving_until' } as const

export default [
  lapseJob({
    name: 'end_moving',
    label: '搬迁期满',
    every: '00:15',
    lapse: movingPeriod,
    said: (total) => `${total} 户搬迁期满未搬`,
  }),
]
