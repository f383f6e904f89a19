import { codesOf } from '../../../src/core/states.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { filterDay } from '../../../src/derive/dayFilter.ts'
import { addDays } from '../../../src/protocol/dates.ts'
import agreement from '../../../src/resources/owner/entrustAgreement.ts'
import { defineTodos } from '../../calls/defineTodo.ts'

/** As long before its end staff talk with the owner about a next agreement. */
const SOON = 60

const inForce = (): { status: number[] } => ({ status: codesOf(agreement, 'inForce') })

export default defineTodos({
  todos: [
    {
      name: 'agreements',
      label: '60 天内到期的委托协议',
      of: 'entrust_agreement',
      rank: 65,
      tone: 'soon',
      filters: (today) => ({
        ...inForce(),
        ...filterDay(resourceNamed('entrust_agreement').column.end_date, today, addDays(today, SOON)),
      }),
      sort: ['end_date', 'asc'],
      shows: ['owner_id', 'p_id', 'end_date'],
    },
  ],
  endings: [{ name: 'agreements', label: '委托协议到期', of: 'entrust_agreement', day: 'end_date', shows: 'owner_id', filters: inForce }],
})
