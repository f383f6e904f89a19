import { CallError } from '../../../src/core/errors.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import filing from '../../../src/resources/filing/filing.ts'
import { defineEffects } from '../../calls/defineEffects.ts'

export default defineEffects(filing, {
  file: {
    check: async ({ now }, [{ signed_on }], { filed_on }) => {
      if (filed_on > dateOf(now)) throw new CallError(400, '备案日期不能晚于今天', { field: 'filed_on' })
      if (filed_on < signed_on) throw new CallError(400, '备案日期不能早于签订日期', { field: 'filed_on' })
    },
  },
  retract: { sets: { filing_no: () => null, filed_on: () => null, papers: () => [] } },
})
