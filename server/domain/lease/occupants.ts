import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { FormValue } from '../../../src/core/form.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { addDays, dateOf } from '../../../src/protocol/dates.ts'
import contract from '../../../src/resources/contract/contract.ts'
import occupant from '../../../src/resources/lease/occupant.ts'
import lessee from '../../../src/resources/tenant/lessee.ts'
import type { occupantForm } from '../../../src/schemas/lease/lease.ts'
import type { Adding } from '../../caller/session.ts'
import { type Acting, defineEffects } from '../../calls/defineEffects.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inScope } from '../../store/reading/filters.ts'
import { inSet, inState } from '../../store/reading/states.ts'
import { belongingOf } from '../../store/writing/belonging.ts'
import { insertRow, insertRows } from '../../store/writing/write.ts'
import { householdOf } from '../contract/index.ts'

interface Place {
  contract_id: number
  company_id: number
  lease_id: number | null
  p_id: number
  start_date: string
}

/**
 * Lists someone for a room that a company rents, to be checked; a row of a file is added alike. Throws 400 for another room, or a day before the company
 * rents it; 409 for whoever is listed for another room still. Whoever is listed for this one the store refuses: he is there already.
 */
export const addOccupant = async ({ tx, session }: Adding, asked: FormValue<typeof occupantForm>): Promise<{ occupant_id: number }> => {
  // Of a room that is renewed already, the contract of the day; whoever stays beyond the term stays by the last one.
  const { rows } = await sql<Place>`
    select contract_id, company_id, lease_id, p_id, start_date from contract
    where org_id = ${asked.org_id} and kind = 2 and status in (${inSet(contract, 'lets')}) and ${inScope(session.scope, 'p_id')}
    order by start_date <= ${asked.from_date}::date desc, abs(start_date - ${asked.from_date}::date) limit 1
  `.execute(tx)
  const [place] = rows
  if (!place) throw new CallError(400, '请选择整租的房间', { field: 'org_id' })
  const { start_date, ...where } = place
  if (asked.from_date < start_date) throw new CallError(400, `入住日期不能早于租期开始 ${start_date}`, { field: 'from_date' })
  const { rows: elsewhere } = await sql`
    select from occupant where custom_id = ${asked.custom_id} and org_id <> ${asked.org_id} and status in (${inSet(occupant, 'standing')})
  `.execute(tx)
  if (elsewhere.length > 0)
    throw new CallError(409, '此人还在另一间整租房的入住名单上，请先把那一条登记“搬离”或“不符合”', { field: 'custom_id' })
  const resource = resourceNamed('occupant')
  await belongingOf(tx, resource, asked, session.scope, resourceNamed)
  return { occupant_id: await insertRow(tx, resource, { ...asked, ...where }, session.userId) }
}

const later = (a: string, b: string): string => (a > b ? a : b)

/** Gives the day on which the room of a contract was given back; null where it was not. */
const leftOn = async (tx: Tx, contract_id: number): Promise<string | null> => {
  const row = await tx.selectFrom('contract').select('left_on').where('contract_id', '=', contract_id).executeTakeFirst()
  return row?.left_on ?? null
}

/** Gives the contract that follows one in the same room. */
const followerOf = async (tx: Tx, contract_id: number): Promise<{ contract_id: number; lease_id: number | null; start_date: string }> => {
  const { rows } = await sql<{ contract_id: number; lease_id: number | null; start_date: string }>`
    select contract_id, lease_id, start_date from contract where former_id = ${contract_id} and status in (${inSet(contract, 'hasLet')})
  `.execute(tx)
  if (!rows[0]) throw new Error(`no contract follows ${contract_id}`)
  return rows[0]
}

/**
 * Throws 409 where someone's household rents a home by a contract of its own: one household, one home. One whose room was given back before he comes (`from`) is
 * none, be it settled or not.
 */
const checkHomeless = async ({ tx }: Acting, custom_id: number, from: string): Promise<void> => {
  const { rows } = await sql<{ sn: string; is_own: boolean }>`
    select sn, custom_id = ${custom_id} as is_own from contract
    where custom_id in (${householdOf(custom_id)}) and status in (${inSet(contract, 'holdsRoom')})
      and (left_on is null or left_on >= ${from}::date) order by is_own desc limit 1
  `.execute(tx)
  const [home] = rows
  if (home?.is_own) throw new CallError(409, `此人已有租客合同 ${home.sn}，不能再入住整租的房间`)
  if (home) throw new CallError(409, `此人的家庭已有租客合同 ${home.sn}，不能再入住整租的房间`)
}

/** Throws 400 for somebody who is no tenant in scope, or was merged into another. */
const checkKnown = async ({ tx, session }: Acting, custom_id: number): Promise<void> => {
  const { rows } = await sql`
    select from lessee where custom_id = ${custom_id} and standing = ${inState(lessee, 'kept')} and ${inScope(session.scope, 'p_id')}
  `.execute(tx)
  if (rows.length === 0) throw new CallError(400, '没有这个租客，或不在您负责的项目内，请重新选择', { field: 'other_id' })
}

/** Who lives in leased rooms, person by person. */
export const occupants = defineEffects(occupant, {
  admit: { check: async (acting, [{ custom_id, from_date }]) => checkHomeless(acting, custom_id, from_date) },
  swap: {
    check: async (acting, [row], { other_id, since }) => {
      if (since <= row.from_date) throw new CallError(400, '须晚于原入住人的入住日期', { field: 'since' })
      await checkKnown(acting, other_id)
      await checkHomeless(acting, other_id, since)
    },
    sets: { to_date: (_acting, _row, { since }) => addDays(since, -1) },
    after: async ({ tx, session }, [{ contract_id, company_id, org_id, lease_id, p_id }], { other_id, since }) => ({
      occupant_id: await insertRow(
        tx,
        resourceNamed('occupant'),
        { custom_id: other_id, from_date: since, contract_id, company_id, org_id, lease_id, p_id },
        session.userId,
      ),
    }),
  },
  leave: {
    check: async (_acting, [row], { to_date }) => {
      if (to_date < row.from_date) throw new CallError(400, '搬离日期不能早于入住日期', { field: 'to_date' })
    },
    sets: { to_date: (_acting, _row, { to_date }) => to_date },
  },
  // Until the room was given back, be it recorded later; who was to come later has not been here.
  out: {
    sets: {
      to_date: async ({ tx, now }, { contract_id, from_date }) =>
        later((await leftOn(tx, contract_id)) ?? dateOf(now), addDays(from_date, -1)),
    },
  },
  carry: {
    // Until the day before the contract that follows begins, or before the later one on which he is to come.
    sets: {
      to_date: async ({ tx }, { contract_id, from_date }) => addDays(later((await followerOf(tx, contract_id)).start_date, from_date), -1),
    },
    after: async ({ tx, session }, rows) => {
      const goingOn: Record<string, unknown>[] = []
      for (const { custom_id, company_id, org_id, p_id, contract_id, from_date, note } of rows) {
        const { start_date, ...next } = await followerOf(tx, contract_id)
        goingOn.push({ custom_id, company_id, org_id, p_id, note, from_date: later(start_date, from_date), ...next })
      }
      await insertRows(tx, resourceNamed('occupant'), goingOn, session.userId)
      return { count: rows.length }
    },
  },
})
