import company from '../../../src/resources/company/company.ts'
import { defineEffects } from '../../calls/defineEffects.ts'
import { logKept, refuseConflict } from '../../calls/mergingCall.ts'
import { sharedBillOf } from './merging.ts'

/** What becomes of two entries of one company beside that what names one names the other (`merges`). */
export default defineEffects(company, {
  merge: {
    check: async ({ tx }, [{ company_id }], { merged_into }) => refuseConflict(tx, sharedBillOf, company_id, merged_into),
    after: async ({ tx }, [{ company_id }], { merged_into }) => {
      await logKept(tx, 'company', merged_into)
      return { company_id, merged_into }
    },
    refusal: () => '该企业已合并到另一条登记',
  },
})
