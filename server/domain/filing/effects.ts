import { CallError } from '../../../src/core/errors.ts'
import filing from '../../../src/resources/filing/filing.ts'
import { defineEffects } from '../../calls/defineEffects.ts'
import type { Given } from './numbers.ts'

/** Numbers come many at once, each filing has its own. */
const givenIn = (asked: object, filing_id: number): Given => {
  const given = (asked as { given: ReadonlyMap<number, Given> }).given.get(filing_id)
  if (!given) throw new Error(`filing ${filing_id} was given no number`)
  return given
}

export default defineEffects(filing, {
  file: {
    check: async (_acting, [{ signed_on }], { filed_on }) => {
      if (filed_on < signed_on) throw new CallError(400, '备案日期不能早于签订日期', { field: 'filed_on' })
    },
  },
  number: {
    sets: {
      filing_no: (_acting, { filing_id }, asked) => givenIn(asked, filing_id).filing_no,
      filed_on: (_acting, { filing_id }, asked) => givenIn(asked, filing_id).filed_on,
    },
  },
  retract: { sets: { filing_no: () => null, filed_on: () => null, papers: () => [] } },
})
