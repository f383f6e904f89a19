import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { codeOf } from '../../../src/core/states.ts'
import type { RowOf } from '../../../src/core/typed.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import contract from '../../../src/resources/contract/contract.ts'
import type lease from '../../../src/resources/lease/lease.ts'
import contractSetting from '../../../src/resources/settings/contract.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { inState } from '../../store/reading/states.ts'
import { nextOf, series } from '../../store/writing/series.ts'
import { insertGiving } from '../../store/writing/write.ts'
import { type FeeAgreed, feesOf, type HeldRoom, holdRoom } from '../contract/index.ts'
import { readSetting, settingVersion } from '../setting/index.ts'

type Lease = RowOf<typeof lease>

/** A room that a company is to rent, and what it costs a month, in fen. */
interface Rented {
  org_id: number
  rent: number
}

/** Gives what each of some rooms costs: all the same where that is said, their standard rent otherwise. Throws 400 where one has none. */
const rentsOf = async ({ tx }: Acting, rooms: readonly number[], each: number | undefined): Promise<Rented[]> => {
  if (each !== undefined) return rooms.map((org_id) => ({ org_id, rent: each }))
  const { rows } = await sql<{ org_id: number; rent: number | null; room: string }>`
    select org_id, standard_rent as rent, concat_ws(' ', region_name, unit_floor) as room from org where org_id = any(${rooms}::integer[])
  `.execute(tx)
  const unset = rows.find(({ rent }) => rent === null)
  if (unset) throw new CallError(400, `${unset.room} 没有标准月租金：请先定租，或填每间月租金`, { field: 'each' })
  return rows.map(({ org_id, rent }) => ({ org_id, rent: rent as number }))
}

/** Holds a room of some that are to be let, and says which where it cannot be. */
const holdOne = async (acting: Acting, org_id: number): Promise<HeldRoom> => {
  try {
    return await holdRoom(acting, org_id, null)
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 409) throw error
    const { rows } = await sql<{ room: string }>`
      select concat_ws(' ', region_name, unit_floor) as room from org where org_id = ${org_id}
    `.execute(acting.tx)
    throw new CallError(409, `房间 ${rows[0]?.room}：${error.message}`, { field: 'rooms' })
  }
}

/** Throws 400 or 409 where one of some rooms cannot be let now; each is held until the transaction ends. */
export const holdRooms = async (acting: Acting, rooms: readonly number[], p_id: number): Promise<void> => {
  for (const org_id of rooms.toSorted((a, b) => a - b)) {
    const room = await holdOne(acting, org_id)
    if (room.p_id !== p_id) throw new CallError(400, '请选择整租项目内的房间', { field: 'rooms' })
  }
}

/** Throws 409 where a room is in a whole lease already, which could not be finalized with it twice. */
export const checkNew = async ({ tx }: Acting, lease_id: number, rooms: readonly number[]): Promise<void> => {
  const { rows } = await sql<{ room: string }>`
    select concat_ws(' ', o.region_name, o.unit_floor) as room from contract c join org o on o.org_id = c.org_id
    where c.lease_id = ${lease_id} and c.org_id = any(${rooms}::integer[]) and c.status <> ${inState(contract, 'void')} order by o.org_id limit 1
  `.execute(tx)
  if (rows[0]) throw new CallError(409, `${rows[0].room} 已在这份整租里`, { field: 'rooms' })
}

/** What a whole lease says for the contracts of all its rooms. */
export type LeaseTerms = Pick<
  Lease,
  'lease_id' | 'company_id' | 'p_id' | 'start_date' | 'end_date' | 'months' | 'mode' | 'cycle' | 'first_part' | 'due_way' | 'due_days'
>

/** What is each room's own; `former_id` is the contract that it follows. Amounts in fen. */
type OwnTerms = Rented & Pick<RowOf<typeof contract>, 'deposit' | 'origin' | 'former_id'> & Partial<FeeAgreed>

/** Writes a contract for each of some rooms, on their lease's terms and by the rules in force now; gives their keys. */
export const writeRooms = async (
  { tx, session }: Acting,
  lease: LeaseTerms,
  rooms: readonly OwnTerms[],
  status: 'draft' | 'toSign',
): Promise<number[]> => {
  const rule_version = await settingVersion(tx, contractSetting)
  const shared = { ...lease, kind: 2, payment_ratio: 100, rule_version, status: codeOf(contract, status) }
  const keys: number[] = []
  for (const room of rooms) {
    const values = { ...shared, ...room, sn: nextOf(series.contract) }
    const made = await insertGiving(tx, resourceNamed('contract'), values, session.userId, ['contract_id'])
    keys.push(made.contract_id as number)
  }
  return keys
}

/** Adds vacant rooms to a whole lease that is a draft: each is a contract of its own, on the lease's terms. Gives how many. */
export const addRooms = async (acting: Acting, row: Lease, asked: { rooms: number[]; each?: number }): Promise<number> => {
  const { deposit_months } = await readSetting(acting.tx, contractSetting)
  const { lease_id, company_id, p_id, start_date, end_date, months, mode, cycle, first_part, due_way, due_days } = row
  const terms = { lease_id, company_id, p_id, start_date, end_date, months, mode, cycle, first_part, due_way, due_days }
  const rented = await rentsOf(acting, asked.rooms, asked.each)
  const own = { ...feesOf(row), origin: 1, former_id: null } as const
  const rooms = rented.map((room) => ({ ...room, deposit: room.rent * deposit_months, ...own }))
  return (await writeRooms(acting, terms, rooms, 'draft')).length
}

/** A contract of one room of a whole lease. */
export interface LeasedRoom {
  contract_id: number
  org_id: number
  sn: string
  start_date: string
  deposit: number
  origin: number | null
  former_id: number | null
  keys_on: string | null
}

/** Gives the contracts of a lease that are in some states, in the order of their keys. */
export const roomsIn = async (
  db: Queryable,
  lease_id: number,
  states: readonly ('draft' | 'toSign' | 'inForce')[],
): Promise<LeasedRoom[]> => {
  const codes = states.map((state) => codeOf(contract, state))
  const { rows } = await sql<LeasedRoom>`
    select contract_id, org_id, sn, start_date, deposit, origin, former_id, keys_on from contract
    where lease_id = ${lease_id} and status = any(${codes}::integer[]) order by contract_id
  `.execute(db)
  return rows
}
