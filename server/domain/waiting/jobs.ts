import { lapseJob } from '../../calls/lapse.ts'
import { countJob } from '../../jobs/countJob.ts'
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
  countJob({
    name: 'keep_arrivals',
    label: '叫号通知送达',
    every: 20,
    does: keepArrivals,
    said: (total) => `${total} 份叫号通知有了结果`,
    none: '没有新的结果',
  }),
  lapseJob({
    name: 'lapse_holds',
    label: '叫号到期',
    every: 60,
    lapse: hold,
    said: (total) => `${total} 人期满未选房，房间已放开`,
  }),
]
