import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import contract from '../../../src/resources/contract/contract.ts'
import holdover from '../../../src/resources/holdover/holdover.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveThose } from '../../calls/moveThose.ts'
import { moveBySystem } from '../../calls/transition.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inScope } from '../../store/reading/filters.ts'
import { inSet, inState } from '../../store/reading/states.ts'
import { insertRow } from '../../store/writing/write.ts'
import { MOVED } from './following.ts'

/** Why and when a contract is given up, as staff write it down. */
interface Notice {
  contract_id: number
  ground: number
  ended_by: number
  planned_date: string
  notice_on?: string
  note?: string
}

interface Ending {
  kind: number
  custom_name: string
  custom_id: number | null
  org_id: number
  p_id: number | null
  start_date: string
  /** It is to begin in another room, and the contract that it went on from is over: nobody goes back to that one. */
  is_stranded: boolean
}

/** Whether a contract (`c`) has not begun, and goes on from one that is over: it is given back before its first day, since there is none to go back to. */
const isStranded = sql<boolean>`(c.start_date > current_date and exists (
  select from contract former where former.contract_id = c.former_id and former.status in (${inSet(contract, 'left')})))`

/** Throws 400 for a day on which the room of a contract cannot have been given back: before it began, or was signed where nobody waits for its beginning. `said`: what was written of it before. */
export const checkLeft = async (tx: Tx, contract_id: number, left_on: string, said: string | null): Promise<void> => {
  const { rows } = await sql<{ first: string; is_stranded: boolean }>`
    select case when ${isStranded} then coalesce(c.signed_on, c.start_date) else c.start_date end as first, ${isStranded} as is_stranded
    from contract c where c.contract_id = ${contract_id}
  `.execute(tx)
  const [found] = rows
  if (!found || left_on >= found.first || left_on === said) return
  throw new CallError(400, found.is_stranded ? '搬离日期不能早于合同签订' : '搬离日期不能早于合同开始', { field: 'left_on' })
}

/**
 * Throws 409 where a renewal of a contract is signed: whoever gives the room back would rent it again from the day after its term. The contract is held, so that none is
 * signed meanwhile.
 */
const checkNotRenewed = async ({ tx }: Acting, contract_id: number): Promise<void> => {
  await sql`select from contract where contract_id = ${contract_id} for no key update`.execute(tx)
  const { rows } = await sql<{ sn: string }>`
    select sn from contract where former_id = ${contract_id} and origin <> ${MOVED} and status in (${inSet(contract, 'lets')}) limit 1
  `.execute(tx)
  if (rows[0]) throw new CallError(409, `续签的合同 ${rows[0].sn} 已签订：请先作废它，再办退租`, { field: 'contract_id' })
}

/** Throws 409 where whoever gave a room up has moved to another: he would have two. What was made for him and is not signed can be once he stays. */
const checkNotMoved = async ({ tx }: Acting, contract_id: number): Promise<void> => {
  const { rows } = await sql<{ sn: string }>`
    select sn from contract where former_id = ${contract_id} and origin = ${MOVED} and status in (${inSet(contract, 'lets')}) limit 1
  `.execute(tx)
  if (rows[0]) throw new CallError(409, `已换房到合同 ${rows[0].sn}：请先作废它，再撤销退租`)
}

/**
 * Turns a contract to its end: it is being given up, and a surrender begins (domain.md, From application to keys, 5). Gives the surrender's key.
 * Throws 400 for one that is not in force in scope, or a day before it began; 409 where it is being given up already.
 */
export const beginLeaving = async (acting: Acting, notice: Notice): Promise<number> => {
  const { tx, session } = acting
  const { rows } = await sql<Ending>`
    select kind, custom_name, custom_id, org_id, p_id, start_date, ${isStranded} as is_stranded from contract_view c
    where contract_id = ${notice.contract_id} and status in (${inState(contract, 'inForce')}, ${inState(contract, 'overstayed')})
      and ${inScope(session.scope, 'p_id')}
  `.execute(tx)
  const [ending] = rows
  if (!ending) throw new CallError(400, '请选择履行中的合同', { field: 'contract_id' })
  const { start_date, is_stranded, ...known } = ending
  await checkNotRenewed(acting, notice.contract_id)
  if (!is_stranded && notice.planned_date < start_date) throw new CallError(400, '退租日期不能早于合同开始', { field: 'planned_date' })
  await moveBySystem(acting, 'contract', 'leave', [notice.contract_id])
  const figures = { deposit: 0, arrears: 0, damages: 0, refund: 0 }
  return insertRow(tx, resourceNamed('surrender'), { ...notice, ...known, ...figures }, session.userId)
}

/** Closes the case of whoever stayed beyond the term of a contract, if there is one: the room was left, or is rented again. */
export const closeCase = (acting: Acting, contract_id: number, how: 'leave' | 'renew'): Promise<number> =>
  moveThose(acting, 'holdover', how, sql`t.contract_id = ${contract_id}`)

/**
 * Has a contract end on the day on which its room was given back; what had been agreed on stays beside it. Whoever stayed beyond the term ends when
 * the term did: for the days since no contract was in force. One that was given back before it began keeps its first day, on which nobody had the room.
 */
export const handBack = async (tx: Tx, contract_id: number, left_on: string): Promise<void> => {
  await sql`
    update contract set planned_end = coalesce(planned_end, end_date), end_date = greatest(start_date, least(coalesce(planned_end, end_date), ${left_on}::date)),
      left_on = ${left_on}::date, version = version + 1, updated_at = epoch_now()
    where contract_id = ${contract_id}
  `.execute(tx)
}

/** Has the tenant of a contract stay after all: it has the end again that had been agreed on, and is what it was, in force or overstayed. */
export const resume = async (acting: Acting, contract_id: number): Promise<void> => {
  await checkNotMoved(acting, contract_id)
  await sql`
    update contract set end_date = coalesce(planned_end, end_date), planned_end = null, left_on = null, version = version + 1, updated_at = epoch_now()
    where contract_id = ${contract_id}
  `.execute(acting.tx)
  const { rows } = await sql<{ is_over: boolean }>`
    select exists (select from holdover where contract_id = ${contract_id} and status in (${inSet(holdover, 'open')})) as is_over
  `.execute(acting.tx)
  await moveBySystem(acting, 'contract', rows[0]?.is_over ? 'stayOver' : 'stay', [contract_id])
}
