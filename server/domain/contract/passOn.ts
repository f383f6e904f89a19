import { type RawBuilder, sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import contract from '../../../src/resources/contract/contract.ts'
import holdover from '../../../src/resources/holdover/holdover.ts'
import review from '../../../src/resources/review/review.ts'
import { actNamed } from '../../calls/actNamed.ts'
import type { Acting } from '../../calls/defineEffects.ts'
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

/** Has the renewal of a contract that is signed already have the same main tenant as the contract has now: it was signed by the one before. Throws as the deed does of it, naming it. */
export const passRenewal = async (
  acting: Acting,
  contract_id: number,
  before: number | null,
  asked: { custom_id: number; reason: string },
): Promise<void> => {
  const { rows } = await sql<{ contract_id: number; sn: string }>`
    select contract_id, sn from contract
    where former_id = ${contract_id} and status = ${inState(contract, 'inForce')} and custom_id = ${before}::integer
  `.execute(acting.tx)
  const [renewal] = rows
  if (!renewal) return
  try {
    await actNamed(acting, 'contract', 'heir', [renewal.contract_id], asked)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    throw new CallError(error.code, `合同 ${renewal.sn}：${error.message}`, error.data)
  }
}
