import { lapseJob } from '../../calls/lapse.ts'

/** What was typed on telephones is not kept for ever. */
export const draftTerm = { of: 'application_draft', move: 'lapse', past: 'keep_until' } as const

export default [
  lapseJob({
    name: 'lapse_drafts',
    label: '手机申请过期',
    every: '00:25',
    lapse: draftTerm,
    said: (total) => `${total} 份没有填完的手机申请过期，填写的内容已清除`,
  }),
]
