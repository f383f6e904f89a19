import { isEqual } from 'es-toolkit'
import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { codeOf } from '../../../src/core/states.ts'
import type { RowOf } from '../../../src/core/typed.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { addDays, dateOf } from '../../../src/protocol/dates.ts'
import contract from '../../../src/resources/contract/contract.ts'
import lease from '../../../src/resources/lease/lease.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import type { Queryable, Tx } from '../../store/connection/database.ts'
import { inSet, inState } from '../../store/reading/states.ts'
import { nextNumber, series } from '../../store/writing/series.ts'
import { insertRow } from '../../store/writing/write.ts'
import { carry, checkCleared, completeTerms, type FeeAgreed, feesOn, feeTerms, holding, keepText, rentSteps } from '../contract/index.ts'
import { textInForce } from '../template/index.ts'
import { type LeaseTerms, writeRooms } from './rooms.ts'

type Lease = RowOf<typeof lease>

/** What is asked of a renewal: for how many months, and what each room costs a month, in fen; as it is where that is not said. */
interface Asked {
  months: number
  each?: number
}

/** A room that a company goes on renting, with what it costs a month when its term ends. Amounts in fen. */
export interface GoingOn {
  contract_id: number
  org_id: number
  rent: number
  deposit: number
  status: number
}

/** 整租合同 (src/schemas/common.ts), and 续签 (src/schemas/contract/terms.ts). */
const WHOLE = 2
const RENEWED = 2

/** Gives the rooms of a whole lease that stand: those that are given back, or are being so, do not go on. `isHeld`: none is given up until the transaction ends. */
export const roomsGoingOn = async (db: Queryable, lease_id: number, isHeld = false): Promise<GoingOn[]> => {
  const { rows } = await sql<GoingOn>`
    select c.contract_id, c.org_id, c.deposit, c.status, last.rent from contract c cross join lateral ${holding(rentSteps, sql`'infinity'`)} last
    where c.lease_id = ${lease_id} and c.status in (${inState(contract, 'inForce')}, ${inState(contract, 'overstayed')}) order by c.contract_id
    ${isHeld ? sql`for no key update of c` : sql``}
  `.execute(db)
  return rows
}

/** Gives what each room costs by what is asked. */
export const renewedRents = (rooms: readonly GoingOn[], { each }: Pick<Asked, 'each'>): number[] => rooms.map(({ rent }) => each ?? rent)

/** Gives the terms of a renewal: from the day after, how rent is paid as it was. Of a company that stays beyond the term it begins today, as a tenant's does. */
export const renewedTerms = async (
  { tx, now }: Pick<Acting, 'tx' | 'now'>,
  row: Lease,
  rooms: readonly GoingOn[],
  { months }: Pick<Asked, 'months'>,
): Promise<Omit<LeaseTerms, 'lease_id'>> => {
  const isOver = rooms.some(({ status }) => status === codeOf(contract, 'overstayed'))
  const start_date = isOver ? dateOf(now) : addDays(row.end_date, 1)
  const { end_date } = await completeTerms(tx, { start_date, months, rent: 0 })
  const { company_id, p_id, mode, cycle, first_part, due_way, due_days } = row
  return { company_id, p_id, start_date, end_date, months, mode, cycle, first_part, due_way, due_days }
}

/** Throws 409 where a whole lease cannot be renewed: it is already, no room of it stands, or the operator wants what is overdue paid before (合同设置). */
export const checkRenewing = async (tx: Tx, { lease_id }: Lease, rooms: readonly GoingOn[]): Promise<void> => {
  const { rows } = await sql<{ sn: string }>`
    select sn from lease where former_id = ${lease_id} and status in (${inSet(lease, 'standing')}) limit 1
  `.execute(tx)
  if (rows[0]) throw new CallError(409, `已有续签的整租 ${rows[0].sn}`)
  if (rooms.length === 0) throw new CallError(409, '房间都已退租，没有可以续签的')
  await checkCleared(
    tx,
    rooms.map(({ contract_id }) => contract_id),
  )
}

/** Gives the terms of late fees that hold for all rooms; of those with terms of their own the whole lease says none. */
const sharedFees = ([first, ...others]: readonly FeeAgreed[]): FeeAgreed | { fee_way: null } =>
  first && others.every((other) => isEqual(other, first)) ? first : { fee_way: null }

/** Writes the whole lease that follows another, to be signed, with a contract for each room that goes on; gives its key, its number and how many rooms. */
export const renewLease = async (
  acting: Acting,
  row: Lease,
  { note, ...asked }: Asked & { note?: string },
): Promise<{ lease_id: number; sn: string; count: number }> => {
  const { tx, session } = acting
  const going = await roomsGoingOn(tx, row.lease_id)
  const terms = await renewedTerms(acting, row, going, asked)
  const text = await textInForce(tx, WHOLE)
  const sn = await nextNumber(tx, series.wholeLease)
  const formers = going.map(({ contract_id }) => contract_id)
  const fees = await feesOn(tx, formers, terms.start_date)
  const values = {
    ...{ ...terms, ...sharedFees([...fees.values()]), sn, note, former_id: row.lease_id, status: codeOf(lease, 'toSign') },
    ...{ template_id: text?.template_id ?? null, template_no: text?.no ?? null },
  }
  const lease_id = await insertRow(tx, resourceNamed('lease'), values, session.userId)
  const rents = renewedRents(going, asked)
  const rooms = going.map(
    ({ contract_id, org_id, deposit }, place) =>
      ({ org_id, deposit, ...fees.get(contract_id), rent: rents[place] as number, origin: RENEWED, former_id: contract_id }) as const,
  )
  const keys = await writeRooms(acting, { ...terms, lease_id }, rooms, 'toSign')
  for (const [place, former] of formers.entries()) await carry(tx, feeTerms, former, keys[place] as number, session.userId)
  await keepText(tx, keys, WHOLE)
  return { lease_id, sn, count: keys.length }
}

/** Throws 409 where a renewal cannot be signed: a room has been given up since it was made. Those that it follows are held, so that none is given up meanwhile. */
export const checkGoingOn = async (tx: Tx, lease_id: number): Promise<void> => {
  const { rows } = await sql<{ sn: string; goes_on: boolean }>`
    select c.sn, f.status in (${inState(contract, 'inForce')}, ${inState(contract, 'overstayed')}) as goes_on
    from contract c join contract f on f.contract_id = c.former_id
    where c.lease_id = ${lease_id} and c.status = ${inState(contract, 'toSign')} order by f.contract_id for no key update of f
  `.execute(tx)
  const gone = rows.find(({ goes_on }) => !goes_on)
  if (gone) throw new CallError(409, `合同 ${gone.sn} 的房间已在退租：请先作废这份合同，再签其余的`)
}
