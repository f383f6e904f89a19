import { codeOf } from '../../../src/core/states.ts'
import org from '../../../src/resources/property/org.ts'
import { defineTally } from '../../store/facts/tallies.ts'

/** Rooms in use by project and state, and what they would bring in a month, in fen. */
export default [
  defineTally({
    name: 'rooms',
    label: '各房态的房间数',
    of: 'org',
    by: { p_id: 'p_id', state: 'state' },
    where: `status <> ${codeOf(org, 'disabled')}`,
    sums: { price: 'coalesce(standard_rent, 0)' },
  }),
]
