import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { codeOf } from '../../../src/core/states.ts'
import type { RowOf } from '../../../src/core/typed.ts'
import { addDays, dateOf } from '../../../src/protocol/dates.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import contract from '../../../src/resources/contract/contract.ts'
import review from '../../../src/resources/review/review.ts'
import contractSetting from '../../../src/resources/settings/contract.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import type { Queryable, Tx } from '../../store/connection/database.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { inSet, inState } from '../../store/reading/states.ts'
import { payersShares } from '../bill/index.ts'
import { readSetting } from '../setting/index.ts'
import { writeContract } from './addContract.ts'
import { carry } from './datedTerms.ts'
import { type FeeAgreed, feeTerms } from './feeTerms.ts'
import { tenantNamed } from './parties.ts'
import { checkCap, clockOf } from './tenancies.ts'
import { completeTerms, type KeptTerms, splitTerms } from './terms.ts'

type Held = RowOf<typeof contract>

/** The terms of a contract that goes on with another one's tenant. */
interface Following {
  terms: KeptTerms
  fees: FeeAgreed
  org_id: number
  p_id: number | null
  origin: 2 | 3
  note?: string | undefined
}

/** 换房 (src/schemas/contract/terms.ts). */
export const MOVED = 3

/** How rent is paid goes on as it was. */
const payingOf = ({ mode, cycle, first_part, due_way, due_days }: Held) => ({ mode, cycle, first_part, due_way, due_days })

/**
 * Gives the terms of a renewal: from the day after, for so many months (the operator's term where none is said), at that rent; the deposit stays as
 * it is. Of whoever stays beyond the term it begins today: for the days between the stay is charged.
 */
export const renewedTerms = async (
  { tx, now }: Pick<Acting, 'tx' | 'now'>,
  row: Held,
  { months, rent }: { months?: number; rent: number },
): Promise<KeptTerms> => {
  const isOver = row.status === codeOf(contract, 'overstayed')
  const asked = {
    start_date: isOver ? dateOf(now) : addDays(row.end_date, 1),
    rent,
    deposit: row.deposit,
    ...(months === undefined ? {} : { months }),
  }
  return { ...(await completeTerms(tx, asked)), ...payingOf(row) }
}

/** Gives the terms of the rest of a contract in another room. */
export const movedTerms = (row: Held, { start_date, rent }: { start_date: string; rent: number }): KeptTerms => ({
  ...payingOf(row),
  start_date,
  end_date: row.end_date,
  // To the end of the former one, be it whole months or not.
  months: null,
  rent,
  deposit: row.deposit,
})

/** Gives what the one who rents owes of contracts' bills that are overdue, in fen. */
const overdueOf = async (db: Queryable, keys: readonly number[]): Promise<number> => {
  const { rows } = await sql<{ owed: number }>`
    select coalesce(sum(s.price - s.paid), 0)::bigint as owed from ${payersShares}
    where b.contract_id = any(${keyList(keys)}) and b.is_void = 0 and s.paid < s.price and b.bill_date < current_date
  `.execute(db)
  return rows[0]?.owed ?? 0
}

/** Throws 409 where the operator wants what is overdue paid before anything goes on (合同设置), and something of these contracts is. */
export const checkCleared = async (tx: Tx, keys: readonly number[]): Promise<void> => {
  const { clears_first } = await readSetting(tx, contractSetting)
  const owed = clears_first === 1 ? await overdueOf(tx, keys) : 0
  if (owed > 0) throw new CallError(409, `还有逾期欠费 ¥${fenToYuan(owed)}，结清后才能办理（合同设置）`)
}

/**
 * Throws 409 where a contract cannot be followed by another: one follows it already, or the operator wants what is overdue paid before; 400
 * where the new term is beyond the household's cap.
 */
export const checkFollowing = async ({ tx }: Acting, row: Held, { start_date, end_date }: KeptTerms): Promise<void> => {
  const { rows } = await sql<{ sn: string }>`
    select sn from contract where former_id = ${row.contract_id} and status <> ${inState(contract, 'void')} limit 1
  `.execute(tx)
  if (rows[0]) throw new CallError(409, `已有后续合同 ${rows[0].sn}`)
  await checkCleared(tx, [row.contract_id])
  checkCap(await clockOf(tx, { custom_id: row.custom_id }, start_date, row.carried_days ?? 0), start_date, end_date)
}

/** Throws 409 where a contract goes on from another that has been given up since it was written. That one is held, so that it is not given up meanwhile. */
export const checkGoingOn = async ({ tx }: Acting, rows: readonly Pick<Held, 'former_id'>[]): Promise<void> => {
  for (const { former_id } of rows) {
    if (former_id === null) continue
    const { rows: formers } = await sql<{ sn: string; goes_on: boolean }>`
      select sn, status in (${inState(contract, 'inForce')}, ${inState(contract, 'overstayed')}) as goes_on
      from contract where contract_id = ${former_id} for no key update
    `.execute(tx)
    if (formers[0]?.goes_on === false) throw new CallError(409, `前一合同 ${formers[0].sn} 已在退租或已经结束：请作废这份合同`)
  }
}

/** Throws 409 where a contract that goes on from one waits to be signed by whoever is the main tenant now: it would be signed by whoever is it no more. */
export const checkUnsignedFollower = async (tx: Tx, { contract_id }: Held): Promise<void> => {
  const { rows } = await sql<{ sn: string }>`
    select sn from contract where former_id = ${contract_id} and status = ${inState(contract, 'toSign')} limit 1
  `.execute(tx)
  if (rows[0]) throw new CallError(409, `后续合同 ${rows[0].sn} 还没有签：请先作废它，变更以后重新办理`)
}

/**
 * Throws 409 where an annual review ended with the contract's not being renewed, or with its end, and no later one was passed: of this contract, or of one in another room
 * from which its tenant has moved.
 */
export const checkReviewed = async ({ tx }: Acting, { contract_id }: Held): Promise<void> => {
  const { rows } = await sql<{ number: string }>`
    with recursive same as (
      select contract_id, former_id, origin from contract where contract_id = ${contract_id}
      union select f.contract_id, f.former_id, f.origin from same s join contract f on f.contract_id = s.former_id where s.origin = ${MOVED}
    )
    select r.number from review r where r.contract_id in (select contract_id from same) and r.status = ${inState(review, 'failed')} and not exists (
      select from review later
      where later.contract_id in (select contract_id from same) and later.status = ${inState(review, 'passed')} and later.review_id > r.review_id
    ) limit 1
  `.execute(tx)
  if (rows[0]) throw new CallError(409, `年审 ${rows[0].number} 不符合，到期不再续租`)
}

/**
 * Throws 409 where a contract, or the one in another room to which its tenant has moved, is renewed already, signed or not: that it is not to be renewed would have no effect.
 * It is held, so that it is not renewed meanwhile.
 */
export const checkUnrenewed = async ({ tx }: Acting, contract_id: number): Promise<void> => {
  await sql`select from contract where contract_id = ${contract_id} for no key update`.execute(tx)
  const { rows } = await sql<{ sn: string }>`
    with recursive same as (
      select contract_id from contract where contract_id = ${contract_id}
      union select n.contract_id from same s join contract n on n.former_id = s.contract_id and n.origin = ${MOVED} and n.status in (${inSet(contract, 'standing')})
    )
    select n.sn from same s join contract n on n.former_id = s.contract_id
    where n.origin <> ${MOVED} and n.status in (${inSet(contract, 'standing')}) limit 1
  `.execute(tx)
  if (rows[0]) throw new CallError(409, `已有续签的合同 ${rows[0].sn}，写“到期不再续租”没有用：请先作废它，或为它另做年审`)
}

/**
 * Gives the contract by which whoever rents by one lives now: that one, or where its tenant has moved, the one in the other room, which is the same agreement. What is signed
 * alone counts.
 */
export const movedTo = async (tx: Tx, contract_id: number): Promise<number> => {
  const { rows } = await sql<{ contract_id: number }>`
    with recursive same as (
      select contract_id, 0 as moves from contract where contract_id = ${contract_id}
      union all select n.contract_id, s.moves + 1 from same s
      join contract n on n.former_id = s.contract_id and n.origin = ${MOVED} and n.status in (${inSet(contract, 'hasLet')})
    )
    select contract_id from same order by moves desc limit 1
  `.execute(tx)
  return rows[0]?.contract_id ?? contract_id
}

/** Writes the contract that follows another, to be signed, and gives its key and number. */
export const writeFollowing = async (
  acting: Acting,
  row: Held,
  { terms, fees, org_id, p_id, origin, note }: Following,
): Promise<{ contract_id: number; sn: string }> => {
  const party = await tenantNamed(acting, row.custom_id as number)
  const made = await writeContract(acting, {
    // In another room it is the same agreement; one that is renewed is made with whomever he works for now.
    party: {
      ...party,
      company_id: (origin === MOVED ? (row.employer_id ?? party.company_id) : (party.company_id ?? row.employer_id)) ?? null,
    },
    room: { org_id, p_id: p_id as number, wait_id: null },
    terms,
    fees,
    payment_ratio: row.payment_ratio ?? 100,
    deposit_payer: row.deposit_payer ?? 1,
    origin,
    former_id: row.contract_id,
    apply_id: row.apply_id,
    carried_days: row.carried_days ?? 0,
    status: codeOf(contract, 'toSign'),
    note: note ?? null,
  })
  for (const agreed of [splitTerms, feeTerms]) await carry(acting.tx, agreed, row.contract_id, made.contract_id, acting.session.userId)
  return made
}
