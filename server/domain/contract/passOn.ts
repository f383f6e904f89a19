import { type RawBuilder, sql } from 'kysely'
import holdover from '../../../src/resources/holdover/holdover.ts'
import review from '../../../src/resources/review/review.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inSet, inState } from '../../store/reading/states.ts'

/** What is under way with the main tenant of a contract goes on with whoever is it now: his stay beyond the term, and his annual reviews that nobody has decided. */
export const passOn = async (tx: Tx, contract_id: number, { custom_id, name }: { custom_id: number; name: string }): Promise<void> => {
  const pass = (table: string, open: RawBuilder<unknown>) =>
    sql`
      update ${sql.table(table)} set custom_id = ${custom_id}, custom_name = ${name}, version = version + 1, updated_at = epoch_now()
      where contract_id = ${contract_id} and status in (${open})
    `.execute(tx)
  await pass('holdover', inSet(holdover, 'open'))
  await pass('review', sql`${inState(review, 'awaited')}, ${inState(review, 'declared')}`)
}
