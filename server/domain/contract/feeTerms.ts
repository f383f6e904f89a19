import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { RowOf } from '../../../src/core/typed.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import contract from '../../../src/resources/contract/contract.ts'
import lateFeeSetting from '../../../src/resources/settings/lateFee.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import type { Queryable, Tx } from '../../store/connection/database.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { inSet } from '../../store/reading/states.ts'
import { readSetting } from '../setting/index.ts'

/** What a contract agrees on late fees: ‱ a day, days, percent; nothing of them but where the way is 按合同约定. */
export interface FeeAgreed {
  fee_way: number
  fee_rate: number | null
  fee_grace: number | null
  fee_cap: number | null
}

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
    from contract c cross join lateral (
      select from_date, fee_way, fee_rate, fee_grace, fee_cap from contract_fee where contract_id = c.contract_id and from_date <= ${day}::date
      union all select null, c.fee_way, c.fee_rate, c.fee_grace, c.fee_cap order by from_date desc nulls last limit 1
    ) t where c.contract_id = any(${keyList(contracts)})
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

/** Throws 400 for a day that is over: what was reckoned stays (docs/decisions/038-rules-from-a-day.md). */
export const checkFeeChange = async ({ tx, now }: Acting, asked: AskedFees & { from_date: string }): Promise<void> => {
  if (asked.from_date < dateOf(now)) throw new CallError(400, '只能从今天或以后的日子起，以前的天数按当时的约定', { field: 'from_date' })
  await completeFees(tx, asked)
}

/** Has late fees of a contract be reckoned by other terms from a day on: a line is added; what the contract says of itself is what holds today. */
export const changeFees = async (
  { tx, session, now }: Acting,
  row: RowOf<typeof contract>,
  { from_date, reason, ...asked }: AskedFees & { from_date: string; reason: string },
): Promise<void> => {
  const { contract_id, p_id, start_date } = row
  const [before, after] = [feesOf(row), await completeFees(tx, asked)]
  const lines = [
    { from_date: start_date < from_date ? start_date : null, reason: null, ...before },
    { from_date, reason, ...after },
  ]
  await sql`
    insert into contract_fee (contract_id, from_date, fee_way, fee_rate, fee_grace, fee_cap, reason, p_id, created_by)
    select ${contract_id}, g.from_date, g.fee_way, g.fee_rate, g.fee_grace, g.fee_cap, g.reason, ${p_id}::integer, ${session.userId}::integer
    from json_to_recordset(${JSON.stringify(lines)}::json) as g (from_date date, fee_way smallint, fee_rate numeric, fee_grace integer, fee_cap integer, reason text)
    where g.from_date is not null and (g.reason is not null or not exists (select from contract_fee f where f.contract_id = ${contract_id}))
    order by g.from_date
  `.execute(tx)
  if (from_date <= dateOf(now)) await applyFees(tx, dateOf(now), contract_id)
}

/** Has contracts say the terms of late fees that hold from today on, where a change begins; gives how many. */
export const applyFees = async (tx: Tx, today: string, contract_id?: number): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    update contract c set fee_way = s.fee_way, fee_rate = s.fee_rate, fee_grace = s.fee_grace, fee_cap = s.fee_cap, version = c.version + 1, updated_at = epoch_now()
    from (
      select distinct on (contract_id) contract_id, fee_way, fee_rate, fee_grace, fee_cap from contract_fee
      where from_date <= ${today}::date ${contract_id === undefined ? sql`` : sql`and contract_id = ${contract_id}`} order by contract_id, from_date desc
    ) s
    where s.contract_id = c.contract_id and (c.fee_way, c.fee_rate, c.fee_grace, c.fee_cap) is distinct from (s.fee_way, s.fee_rate, s.fee_grace, s.fee_cap)
      and c.status in (${inSet(contract, 'hasLet')})
  `.execute(tx)
  return Number(numAffectedRows)
}

/**
 * Has the contract that follows another go on with what was agreed for days to come. It begins with what holds on its first day, or with what is
 * asked (`feesGoingOn`).
 */
export const carryFees = async (tx: Tx, former_id: number, contract_id: number, userId: number | null): Promise<void> => {
  await sql`
    insert into contract_fee (contract_id, from_date, fee_way, fee_rate, fee_grace, fee_cap, reason, p_id, created_by)
    select c.contract_id, g.from_date, g.fee_way, g.fee_rate, g.fee_grace, g.fee_cap, g.reason, c.p_id, ${userId}::integer
    from contract c cross join lateral (
      select c.start_date as from_date, c.fee_way, c.fee_rate, c.fee_grace, c.fee_cap, null as reason
      union all
      select f.from_date, f.fee_way, f.fee_rate, f.fee_grace, f.fee_cap, f.reason from contract_fee f
      where f.contract_id = ${former_id} and f.from_date > c.start_date and f.from_date <= c.end_date
    ) g
    where c.contract_id = ${contract_id} and exists (
      select from contract_fee f where f.contract_id = ${former_id} and f.from_date > c.start_date and f.from_date <= c.end_date
    ) order by g.from_date
  `.execute(tx)
}
