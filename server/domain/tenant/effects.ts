import { sql } from 'kysely'
import { resourceNamed } from '../../../src/declared/declared.ts'
import lessee from '../../../src/resources/tenant/lessee.ts'
import { defineEffects } from '../../calls/defineEffects.ts'
import { logKept, refuseConflict } from '../../calls/mergingCall.ts'
import { companionsOf } from '../../store/bringUp/tables.ts'
import { certificateOf } from '../certificate/index.ts'
import { overlapOf } from './merging.ts'

/** What is kept of an agreement goes with it. */
const AGREEMENT = {
  withhold_account: () => null,
  withhold_name: () => null,
  withhold_bank: () => null,
  withhold_bank_no: () => null,
  withhold_no: () => null,
  withhold_on: () => null,
  withhold_papers: () => [],
}

const tenants = resourceNamed('lessee')
const stored = (name: string) => companionsOf({ name, is: tenants.column[name]?.is ?? 'text' }).map((column) => sql.raw(`"${column}"`))
/** The agreement of the one (`k`) that stays, or of the one that goes (`o`) where that has signed alone. */
const signed = sql.join(
  Object.keys(AGREEMENT)
    .flatMap(stored)
    .map((column) => sql`${column} = case when k.withhold = 1 then k.${column} else o.${column} end`),
)
const funded = sql.join(stored('fund_account').map((column) => sql`${column} = coalesce(k.${column}, o.${column})`))

/** What becomes of two entries of one person beside that what names one names the other (`merges`). */
export default defineEffects(lessee, {
  certificateOf: {
    after: async ({ tx, session }, [{ custom_id }], months) => {
      const reader = { userId: session.userId ?? 0, scope: session.scope }
      const { certificate_id, number } = await certificateOf(tx, custom_id, months, reader)
      return { certificate_id, number, said: `已开缴纳证明 ${number}，在租客详情的“缴纳证明”里打印` }
    },
  },
  revoke: { sets: AGREEMENT },
  fund: { sets: { fund_account: (_acting, _row, { fund_account }) => fund_account ?? null } },
  merge: {
    check: async ({ tx }, [{ custom_id }], { merged_into }) => {
      await refuseConflict(tx, overlapOf, custom_id, merged_into)
    },
    after: async ({ tx }, [{ custom_id }], { merged_into }) => {
      // Whom he works for, and that he has signed for debiting, is of the person and not of the entry.
      await sql`
        update lessee k set company_id = coalesce(k.company_id, o.company_id), withhold = greatest(k.withhold, o.withhold), ${signed}, ${funded},
          version = k.version + 1, updated_at = epoch_now()
        from lessee o where k.custom_id = ${merged_into} and o.custom_id = ${custom_id}
      `.execute(tx)
      await logKept(tx, 'lessee', merged_into)
      return { custom_id, merged_into }
    },
    refusal: () => '该租客已合并到另一条登记',
  },
})
