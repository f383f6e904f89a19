import { codeOf, codesOf } from '../../../src/core/states.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { filterUntil } from '../../../src/derive/dayFilter.ts'
import { addDays } from '../../../src/protocol/dates.ts'
import objection from '../../../src/resources/waiting/objection.ts'
import publication from '../../../src/resources/waiting/publication.ts'
import waiting from '../../../src/resources/waiting/waiting.ts'
import { defineTodos } from '../../calls/defineTodo.ts'

/** A hold that ends later than in so many days is not today's. */
const SOON = 3

const held = (): number[] => [codeOf(waiting, 'called')]

export default defineTodos({
  todos: [
    {
      name: 'holds',
      label: '3 天内到期的保留',
      of: 'waiting',
      rank: 40,
      tone: 'soon',
      filters: (today) => ({ status: held(), ...filterUntil(resourceNamed('waiting').column.held_until, addDays(today, SOON)) }),
      sort: ['held_until', 'asc'],
      shows: ['region_name', 'org_id', 'notice', 'held_until'],
      deeds: ['choose', 'tell'],
    },
    {
      name: 'doubted',
      label: '轮候中疑点属实的',
      of: 'waiting',
      rank: 38,
      tone: 'bad',
      filters: () => ({ status: codesOf(waiting, 'standing'), doubted: [2] }),
      sort: ['queue_order', 'asc'],
      shows: ['p_id', 'room_type', 'rank'],
      deeds: ['invalid'],
    },
    {
      name: 'objections',
      label: '待处理的公示异议',
      of: 'objection',
      rank: 45,
      tone: 'soon',
      filters: () => ({ status: codesOf(objection, 'pending') }),
      sort: ['created_at', 'asc'],
      shows: ['publication_id', 'objector', 'matter'],
      deeds: ['uphold', 'reject'],
    },
    {
      name: 'queue',
      label: '排队中的下一位',
      of: 'waiting',
      rank: 90,
      filters: () => ({ status: codesOf(waiting, 'queued') }),
      sort: ['queue_order', 'asc'],
      shows: ['p_id', 'room_type', 'rank'],
      deeds: ['call'],
    },
  ],
  endings: [
    { name: 'holds', label: '保留到期', of: 'waiting', day: 'held_until', filters: () => ({ status: held() }) },
    {
      name: 'publications',
      label: '公示期满',
      of: 'publication',
      day: 'to_date',
      filters: () => ({ status: codesOf(publication, 'open') }),
    },
  ],
})
