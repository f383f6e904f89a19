import { movePast } from '../../calls/lapse.ts'
import { defineJob } from '../../jobs/defineJob.ts'
import { inOneCommit } from '../../jobs/inOneCommit.ts'
import { forgetUnsent } from './drafts.ts'

/** What was typed on telephones is not kept for ever. */
export const draftTerm = { of: 'application_draft', move: 'lapse', past: 'keep_until' } as const

export default [
  defineJob({
    name: 'lapse_drafts',
    label: '手机申请过期',
    every: '00:25',
    run: (context) =>
      inOneCommit(context, async (tx) => {
        const now = Math.floor(Date.now() / 1000)
        const total = await movePast(tx, now, draftTerm)
        await forgetUnsent(tx, now)
        return { total, said: total > 0 ? `${total} 份没有填完的手机申请过期，填写的内容已清除` : '没有到期的' }
      }),
  }),
]
