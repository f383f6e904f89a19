import { type RawBuilder, sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import contract from '../../../src/resources/contract/contract.ts'
import waiting from '../../../src/resources/waiting/waiting.ts'
import { roomStateCode } from '../../../src/schemas/property/roomState.ts'
import type { Context } from '../../calls/defineCall.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import type { Asked } from '../../calls/lookupCall.ts'
import { allOf, inScope } from '../../store/reading/filters.ts'
import { inState } from '../../store/reading/states.ts'
import { roomsByWords } from '../property/index.ts'

/** A room that a contract can be made for. */
export interface LettableRoom {
  org_id: number
  unit_id: number
  region_name: string
  unit_floor: string
  area: number | null
  /** A month's rent as the operator has set it, in fen; null where he has not. */
  standard_rent: number | null
}

/** The condition on a room `t` that a whole lease can have it, too: it is of its project, and not in it (`checkNew` of whole leases). */
const missingIn = (lease_id: unknown): RawBuilder<unknown> => sql`
  t.p_id = (select p_id from lease where lease_id = ${lease_id}::integer)
  and not exists (select from contract c where c.org_id = t.org_id and c.lease_id = ${lease_id}::integer and c.status <> ${inState(contract, 'void')})`

/** Gives a lookup page of vacant rooms of a project (for a whole lease of its project's, and of those that are not in it yet), and of those that are chosen already their names. */
export const findLettable = async (
  { tx, session }: Context,
  { p_id, lease_id, keyword }: Readonly<Record<string, unknown>>,
  { chosen, part, isNaming }: Asked,
): Promise<LettableRoom[]> => {
  const { rows } = await sql<LettableRoom>`
    select t.org_id, t.unit_id, t.region_name, t.unit_floor, t.area::float8 as area, t.standard_rent from org t
    where ${allOf([...roomsByWords(keyword), chosen, inScope(session.scope, 't.p_id')])}
      and (${p_id ?? null}::integer is null or t.p_id = ${p_id ?? null}::integer)
      and (${isNaming} or (t.state = ${sql.lit(roomStateCode('vacant'))} and ${lease_id === undefined ? sql`true` : missingIn(lease_id)}))
    order by t.region_name collate natural_order, t.unit_floor collate natural_order, t.org_id ${part}
  `.execute(tx)
  return rows
}

/** The room of a contract that is being made, held until the transaction ends so that no call takes it meanwhile. */
export interface HeldRoom {
  org_id: number
  p_id: number
  /** Whoever has chosen it in the queue; null where it is simply vacant. */
  wait_id: number | null
}

/**
 * Gives a room that can be let now: vacant, or chosen by this very person in the queue. Throws 400 where it is not in scope, 409 where it
 * is let, held for another, under repair or out of use.
 */
export const holdRoom = async ({ tx, session }: Acting, org_id: number, wait_id: number | null): Promise<HeldRoom> => {
  const { rows } = await sql<{ p_id: number; state: number; chosen_by: number | null }>`
    select o.p_id, o.state,
      (select w.wait_id from waiting w where w.org_id = o.org_id and w.status = ${inState(waiting, 'chosen')} and w.wait_id = ${wait_id}::integer) as chosen_by
    from org o where o.org_id = ${org_id} and ${inScope(session.scope, 'o.p_id')} for no key update of o
  `.execute(tx)
  const [room] = rows
  if (!room) throw new CallError(400, '请选择空置的房间', { field: 'org_id' })
  if (wait_id !== null && room.chosen_by === null) throw new CallError(409, '此人没有选定这间房', { field: 'org_id' })
  if (wait_id !== null && room.state !== roomStateCode('reserved'))
    throw new CallError(409, '该房间在维修、已停用或已出租，不能签合同', { field: 'org_id' })
  if (wait_id === null && room.state !== roomStateCode('vacant'))
    throw new CallError(409, '该房间现在不是空置，不能签合同', { field: 'org_id' })
  return { org_id, p_id: room.p_id, wait_id: room.chosen_by }
}
