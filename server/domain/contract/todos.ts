import { codesOf } from '../../../src/core/states.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { filterDay } from '../../../src/derive/dayFilter.ts'
import { addDays } from '../../../src/protocol/dates.ts'
import contract from '../../../src/resources/contract/contract.ts'
import type { contractKinds } from '../../../src/schemas/common.ts'
import { defineTodos, type Filters } from '../../calls/defineTodo.ts'

/** As long before its end staff ask whether a contract is renewed (src/resources/home: the same days as the figure above has). */
const SOON = 30

/** Those in force of which it is to be asked what comes after: whose renewal, or contract in another room, is signed is no case for it. */
const inForce = (kind: keyof typeof contractKinds): Filters => ({ kind: [kind], status: codesOf(contract, 'inForce'), followed: [0] })
const endsSoon =
  (kind: keyof typeof contractKinds) =>
  (today: string): Filters => ({
    ...inForce(kind),
    ...filterDay(resourceNamed('contract').column.end_date, today, addDays(today, SOON)),
  })
const ending = { of: 'contract', sort: ['end_date', 'asc'], shows: ['custom_name', 'org_id', 'end_date', 'rent'] } as const

export default defineTodos({
  todos: [
    {
      name: 'toSign',
      label: '待签署的合同',
      of: 'contract',
      rank: 35,
      tone: 'soon',
      filters: () => ({ status: codesOf(contract, 'toSign') }),
      sort: ['start_date', 'asc'],
      shows: ['custom_name', 'org_id', 'start_date', 'rent'],
      deeds: ['offline', 'manual'],
    },
    { ...ending, name: 'ends', label: '30 天内到期的租客合同', rank: 60, tone: 'soon', filters: endsSoon(1) },
    { ...ending, name: 'wholeEnds', label: '30 天内到期的整租合同', rank: 61, tone: 'soon', filters: endsSoon(2) },
  ],
  endings: [
    { name: 'ends', label: '租客合同到期', of: 'contract', day: 'end_date', shows: 'custom_name', filters: () => inForce(1) },
    { name: 'wholeEnds', label: '整租合同到期', of: 'contract', day: 'end_date', shows: 'custom_name', filters: () => inForce(2) },
  ],
})
