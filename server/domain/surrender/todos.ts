import { codesOf } from '../../../src/core/states.ts'
import surrender from '../../../src/resources/surrender/surrender.ts'
import type { contractKinds } from '../../../src/schemas/common.ts'
import { defineTodos, type Filters } from '../../calls/defineTodo.ts'

const underWay = (kind: keyof typeof contractKinds) => (): Filters => ({ kind: [kind], status: codesOf(surrender, 'underWay') })

export default defineTodos({
  todos: [
    {
      name: 'handovers',
      label: '退租交接与结算',
      of: 'surrender',
      rank: 50,
      filters: underWay(1),
      sort: ['planned_date', 'asc'],
      shows: ['region_name', 'org_id', 'planned_date', 'status'],
    },
    {
      name: 'wholeHandovers',
      label: '整租退租',
      of: 'surrender',
      rank: 51,
      filters: underWay(2),
      sort: ['planned_date', 'asc'],
      shows: ['org_id', 'planned_date', 'status'],
    },
  ],
  endings: [
    { name: 'surrenders', label: '退租', of: 'surrender', day: 'planned_date', filters: underWay(1) },
    { name: 'wholeSurrenders', label: '整租退租', of: 'surrender', day: 'planned_date', filters: underWay(2) },
  ],
})
