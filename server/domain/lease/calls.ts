import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { Field, FormValue } from '../../../src/core/form.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import contract from '../../../src/resources/contract/contract.ts'
import { leaseForm, occupantForm } from '../../../src/schemas/lease/lease.ts'
import { type Context, defineCall } from '../../calls/defineCall.ts'
import { type Asked, lookupCall } from '../../calls/lookupCall.ts'
import { allOf, containsText, inScope } from '../../store/reading/filters.ts'
import { inSet } from '../../store/reading/states.ts'
import { belongingOf } from '../../store/writing/belonging.ts'
import { nextNumber, series } from '../../store/writing/series.ts'
import { insertRow } from '../../store/writing/write.ts'
import { completeTerms } from '../contract/index.ts'

const OCCUPY = '/api/occupant/add'
const keyword: Field = { type: 'string', title: '小区、房号或企业', maxLength: 50 }

/** Begins a whole lease: a company and terms; its rooms follow. */
const addLease = async ({ tx, session }: Context, asked: FormValue<typeof leaseForm>): Promise<{ lease_id: number; sn: string }> => {
  const lease = resourceNamed('lease')
  await belongingOf(tx, lease, asked, session.scope, resourceNamed)
  // Rent and deposit are each room's.
  const { rent: _rent, deposit: _deposit, ...terms } = await completeTerms(tx, { ...asked, rent: 0 })
  const sn = await nextNumber(tx, series.wholeLease)
  const { company_id, p_id, note } = asked
  return { lease_id: await insertRow(tx, lease, { company_id, p_id, note, ...terms, sn }, session.userId), sn }
}

interface LeasedRoom {
  contract_id: number
  room: string
  company: string
}

/** Gives a lookup page of the rooms that companies rent now. */
const findLeased = async (
  { tx, session }: Context,
  { keyword: typed }: Readonly<Record<string, unknown>>,
  { chosen, part, isNaming }: Asked,
) => {
  const text = typeof typed === 'string' ? typed.trim() : ''
  const found =
    text === ''
      ? sql`true`
      : sql`(${containsText(sql.ref('o.region_name'), text)} or ${containsText(sql.ref('o.unit_floor'), text)} or ${containsText(sql.ref('f.name'), text)})`
  const { rows } = await sql<LeasedRoom>`
    select t.contract_id, concat_ws(' ', o.region_name, o.unit_floor) as room, f.name as company
    from contract t join org o on o.org_id = t.org_id join company f on f.company_id = t.company_id
    where t.kind = 2 and ${allOf([chosen, found, inScope(session.scope, 't.p_id')])} and (${isNaming} or t.status in (${inSet(contract, 'lets')}))
    order by t.contract_id desc ${part}
  `.execute(tx)
  return rows
}

interface Place {
  company_id: number
  org_id: number
  lease_id: number | null
  p_id: number
  start_date: string
}

/** Lists someone for a room that a company rents. Throws 400 for another room, or a day before the lease. */
const addOccupant = async ({ tx, session }: Context, asked: FormValue<typeof occupantForm>): Promise<{ occupant_id: number }> => {
  const { rows } = await sql<Place>`
    select company_id, org_id, lease_id, p_id, start_date from contract
    where contract_id = ${asked.contract_id} and kind = 2 and status in (${inSet(contract, 'lets')}) and ${inScope(session.scope, 'p_id')}
  `.execute(tx)
  const [place] = rows
  if (!place) throw new CallError(400, '请选择整租的房间', { field: 'contract_id' })
  const { start_date, ...where } = place
  if (asked.from_date < start_date) throw new CallError(400, `入住日期不能早于租期开始 ${start_date}`, { field: 'from_date' })
  const occupant = resourceNamed('occupant')
  await belongingOf(tx, occupant, asked, session.scope, resourceNamed)
  return { occupant_id: await insertRow(tx, occupant, { ...asked, ...where }, session.userId) }
}

export default [
  defineCall({ path: '/api/lease/add', label: leaseForm.title, group: '整租协议', can: 'self', writes: true, params: leaseForm }, addLease),
  defineCall({ path: OCCUPY, label: occupantForm.title, group: '入住名单', can: 'self', writes: true, params: occupantForm }, addOccupant),
  lookupCall(
    {
      path: '/api/occupant/rooms',
      label: '整租的房间',
      group: '入住名单',
      can: OCCUPY,
      weight: 'search',
      key: 't.contract_id',
      finds: { keyword },
    },
    findLeased,
  ),
]
