import { sql } from 'kysely'
import lessee from '../../../src/resources/tenant/lessee.ts'
import { defineEffects } from '../../calls/defineEffects.ts'
import { logKept, refuseConflict } from '../../calls/mergingCall.ts'
import { overlapOf } from './merging.ts'

/** What becomes of two entries of one person beside that what names one names the other (`merges`). */
export default defineEffects(lessee, {
  merge: {
    check: async ({ tx }, [{ custom_id }], { merged_into }) => {
      await refuseConflict(tx, overlapOf, custom_id, merged_into)
    },
    after: async ({ tx }, [{ custom_id, company_id, withhold }], { merged_into }) => {
      // Whom he works for, and that he has signed for debiting, is of the person and not of the entry.
      await sql`
        update lessee set company_id = coalesce(company_id, ${company_id}), withhold = greatest(withhold, ${withhold}),
          version = version + 1, updated_at = epoch_now()
        where custom_id = ${merged_into}
      `.execute(tx)
      await logKept(tx, 'lessee', merged_into)
      return { custom_id, merged_into }
    },
    refusal: () => '该租客已合并到另一条登记',
  },
})
