import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import lessee from '../../../src/resources/tenant/lessee.ts'
import { defineEffects } from '../../calls/defineEffects.ts'
import { logDeed } from '../../store/writing/deeds.ts'
import { overlapOf } from './merging.ts'

/** What becomes of two entries of one person beside that what names one names the other (`merges`). */
export default defineEffects(lessee, {
  merge: {
    check: async ({ tx }, [{ custom_id }], { merged_into }) => {
      const overlap = await overlapOf(tx, custom_id, merged_into)
      if (overlap) throw new CallError(409, overlap, { field: 'merged_into' })
    },
    after: async ({ tx }, [{ custom_id, company_id, withhold }], { merged_into }) => {
      // Whom he works for, and that he has signed for debiting, is of the person and not of the entry.
      const { rows } = await sql<{ name: string; p_id: number }>`
        update lessee set company_id = coalesce(company_id, ${company_id}), withhold = greatest(withhold, ${withhold}),
          version = version + 1, updated_at = epoch_now()
        where custom_id = ${merged_into} returning name, p_id
      `.execute(tx)
      await logDeed(tx, { resource: resourceNamed('lessee'), key: merged_into, title: rows[0]?.name ?? '', p_id: rows[0]?.p_id ?? null })
      return { custom_id, merged_into }
    },
    refusal: () => '该租客已合并到另一条登记',
  },
})
