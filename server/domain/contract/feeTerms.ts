import { isEqual } from 'es-toolkit'
import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { RowOf } from '../../../src/core/typed.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import type contract from '../../../src/resources/contract/contract.ts'
import contractFee from '../../../src/resources/contract/contractFee.ts'
import lateFeeSetting from '../../../src/resources/settings/lateFee.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import type { Queryable, Tx } from '../../store/connection/database.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { readSetting } from '../setting/index.ts'
import { agree, defineTerms, holding, sayTerms } from './datedTerms.ts'

/** What a contract agrees on late fees: ‱ a day, days, percent; nothing of them but where the way is 按合同约定. */
export interface FeeAgreed {
  fee_way: number
  fee_rate: number | null
  fee_grace: number | null
  fee_cap: number | null
}

/** By what late fees are reckoned: agreed for days to come, also of a contract that is over and still owes. */
export const feeTerms = defineTerms(contractFee, ['fee_way', 'fee_rate', 'fee_grace', 'fee_cap'], { says: 'hasLet' })

export type AskedFees = { [N in keyof FeeAgreed]?: FeeAgreed[N] | undefined }

const BY_CONTRACT = 2

/** Gives what is asked as it is kept; the operator's standard where nothing is said. */
const kept = ({ fee_way, fee_rate = null, fee_grace = null, fee_cap = null }: AskedFees): FeeAgreed =>
  fee_way === BY_CONTRACT
    ? { fee_way, fee_rate, fee_grace, fee_cap }
    : { fee_way: fee_way ?? 1, fee_rate: null, fee_grace: null, fee_cap: null }

/** Gives the terms that a contract has today, or that a whole lease gives to its rooms. */
export const feesOf = (row: Pick<RowOf<typeof contract>, keyof FeeAgreed>): FeeAgreed => kept({ ...row, fee_way: row.fee_way ?? 1 })

/**
 * Gives what is asked of late fees as a contract keeps it. Throws 400 at the field for a rate or a cap beyond what the operator allows contracts (违约金设置):
 * what is agreed too high a court may lower (Civil Code, article 585).
 */
export const completeFees = async (db: Queryable, asked: AskedFees): Promise<FeeAgreed> => {
  const fees = kept(asked)
  if (fees.fee_way !== BY_CONTRACT) return fees
  const { most_rate, most_cap } = await readSetting(db, lateFeeSetting)
  if ((fees.fee_rate ?? 0) > most_rate)
    throw new CallError(400, `合同约定的违约金每天最多 ${most_rate}‱（违约金设置）`, { field: 'fee_rate' })
  if ((fees.fee_cap ?? 0) > most_cap) throw new CallError(400, `合同约定的违约金上限最多 ${most_cap}%（违约金设置）`, { field: 'fee_cap' })
  return fees
}

/** Gives by contract the terms that hold on a day, by what is agreed until now: those of the last change that has begun by then. */
export const feesOn = async (db: Queryable, contracts: readonly number[], day: string): Promise<Map<number, FeeAgreed>> => {
  const { rows } = await sql<FeeAgreed & { contract_id: number; fee_way: number | null }>`
    select c.contract_id, t.fee_way, t.fee_rate, t.fee_grace, t.fee_cap
    from contract c cross join lateral ${holding(feeTerms, sql`${day}::date`)} t where c.contract_id = any(${keyList(contracts)})
  `.execute(db)
  return new Map(rows.map(({ contract_id, ...terms }) => [contract_id, feesOf(terms)]))
}

/** Gives the terms with which a contract that follows another begins on a day: what is asked, and what the other has by then where nothing is asked at all. */
export const feesGoingOn = async (
  db: Queryable,
  { contract_id }: Pick<RowOf<typeof contract>, 'contract_id'>,
  asked: AskedFees,
  day: string,
): Promise<FeeAgreed> =>
  (asked.fee_way === undefined ? (await feesOn(db, [contract_id], day)).get(contract_id) : undefined) ?? completeFees(db, asked)

/** Throws 400 for a day that is over: what was reckoned stays (docs/decisions/038-rules-from-a-day.md); and where those terms hold then already. */
export const checkFeeChange = async ({ tx, now }: Acting, contract_id: number, asked: AskedFees & { from_date: string }): Promise<void> => {
  if (asked.from_date < dateOf(now)) throw new CallError(400, '只能从今天或以后的日子起，以前的天数按当时的约定', { field: 'from_date' })
  const [after, held] = [await completeFees(tx, asked), (await feesOn(tx, [contract_id], asked.from_date)).get(contract_id)]
  if (isEqual(after, held)) throw new CallError(400, '与这一天的约定相同', { field: 'fee_way' })
}

/** Has late fees of a contract be reckoned by other terms from a day on. */
export const changeFees = async (
  acting: Acting,
  row: RowOf<typeof contract>,
  { from_date, reason, ...asked }: AskedFees & { from_date: string; reason: string },
): Promise<void> => {
  const after = await completeFees(acting.tx, asked)
  await agree(acting, feeTerms, { ...row, ...feesOf(row) }, { from_date, reason, ...after })
}

/** Has contracts say the terms of late fees that hold from today on, where a change begins; gives how many. */
export const applyFees = (tx: Tx, today: string): Promise<number> => sayTerms(tx, feeTerms, today)
