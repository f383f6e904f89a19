import { movePast } from '../../calls/lapse.ts'
import { countJob } from '../../jobs/countJob.ts'
import { forgetUnsent } from './drafts.ts'

/** What was typed on telephones is not kept for ever. */
export const draftTerm = { of: 'application_draft', move: 'lapse', past: 'keep_until' } as const

export default [
  countJob({
    name: 'lapse_drafts',
    label: '手机申请过期',
    every: '00:25',
    does: async (tx, now) => {
      const total = await movePast(tx, now, draftTerm)
      await forgetUnsent(tx, now)
      return total
    },
    said: (total) => `${total} 份没有填完的手机申请过期，填写的内容已清除`,
    none: '没有到期的',
  }),
]
