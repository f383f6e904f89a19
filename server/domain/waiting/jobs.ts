import { lapseJob } from '../../calls/lapse.ts'
import { defineJob } from '../../jobs/defineJob.ts'
import { inOneCommit } from '../../jobs/inOneCommit.ts'
import { keepArrivals } from './notices.ts'

/** The time in which a called person chooses is over: the room is free again. */
export const hold = { of: 'waiting', move: 'lapse', past: 'held_until' } as const
/** A list is published no more, the night after its last day. */
export const publicationTerm = { of: 'publication', move: 'end', past: 'to_date' } as const

export default [
  lapseJob({
    name: 'end_publications',
    label: '公示期满',
    every: '00:30',
    lapse: publicationTerm,
    said: (total) => `${total} 份公示期满`,
  }),
  defineJob({
    name: 'keep_arrivals',
    label: '叫号通知送达',
    every: 20,
    run: (context) =>
      inOneCommit(context, async (tx) => {
        const total = await keepArrivals(tx)
        return { total, said: total > 0 ? `${total} 份叫号通知有了结果` : '没有新的结果' }
      }),
  }),
  lapseJob({
    name: 'lapse_holds',
    label: '叫号到期',
    every: 60,
    lapse: hold,
    said: (total) => `${total} 人期满未选房，房间已放开`,
  }),
]
