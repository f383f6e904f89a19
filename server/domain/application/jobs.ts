import { lapseJob } from '../../calls/lapse.ts'

/** Papers that were to be brought later are owed again. */
export const deferral = { of: 'material', move: 'lapse', past: 'due_on' } as const

export default [
  lapseJob({
    name: 'lapse_materials',
    label: '容缺到期',
    every: '00:20',
    lapse: deferral,
    said: (total) => `${total} 份容缺材料到期未补交`,
  }),
]
