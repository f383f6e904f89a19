import { sql } from 'kysely'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import inputTaxOut from '../../../src/resources/flow/inputTaxOut.ts'
import { defineEffects } from '../../calls/defineEffects.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { insertRow } from '../../store/writing/write.ts'

/** What was turned out wrongly is taken back by a row against it, never changed. */
export default defineEffects(inputTaxOut, {
  undo: {
    // Whoever turns out more of the entry, or reverses it, holds the entry.
    holds: async ({ tx }, keys) => {
      await sql`
        select from flow where flow_id in (select flow_id from input_tax_out where out_id = any(${keyList(keys)})) order by flow_id for no key update
      `.execute(tx)
    },
    after: async ({ tx, session, now }, [{ out_id, flow_id, reason, price, p_id, number }]) => {
      const row = { flow_id, reason, day: dateOf(now), price: -(price ?? 0), note: `撤销 ${number}`, undoes: out_id, p_id }
      return { out_id: await insertRow(tx, resourceNamed('input_tax_out'), row, session.userId) }
    },
    refusal: ({ undoes }) => (undoes === null ? '已撤销，不能再次撤销' : '红字的转出不能再撤销'),
  },
})
