import { sql } from 'kysely'
import type { Field, FormValue } from '../../../src/core/form.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { form, id } from '../../../src/derive/callParams.ts'
import contract from '../../../src/resources/contract/contract.ts'
import { leaseForm, occupantForm } from '../../../src/schemas/lease/lease.ts'
import { renewLeaseForm } from '../../../src/schemas/lease/life.ts'
import { type Context, defineCall } from '../../calls/defineCall.ts'
import { type Asked, lookupCall } from '../../calls/lookupCall.ts'
import { allOf, containsText, inScope } from '../../store/reading/filters.ts'
import { inSet } from '../../store/reading/states.ts'
import { belongingOf } from '../../store/writing/belonging.ts'
import { nextNumber, series } from '../../store/writing/series.ts'
import { insertRow } from '../../store/writing/write.ts'
import { completeFees, completeTerms } from '../contract/index.ts'
import { addOccupant } from './occupants.ts'
import { previewRenewal } from './previews.ts'

const OCCUPY = '/api/occupant/add'
const keyword: Field = { type: 'string', title: '小区、房号或企业', maxLength: 50 }

/** Begins a whole lease: a company and terms; its rooms follow. */
const addLease = async ({ tx, session }: Context, asked: FormValue<typeof leaseForm>): Promise<{ lease_id: number; sn: string }> => {
  const lease = resourceNamed('lease')
  await belongingOf(tx, lease, asked, session.scope, resourceNamed)
  // Rent and deposit are each room's.
  const { rent: _rent, deposit: _deposit, ...terms } = await completeTerms(tx, { ...asked, rent: 0 })
  const fees = await completeFees(tx, asked)
  const sn = await nextNumber(tx, series.wholeLease)
  const { company_id, p_id, note } = asked
  return { lease_id: await insertRow(tx, lease, { company_id, p_id, note, ...terms, ...fees, sn }, session.userId), sn }
}

interface LeasedRoom {
  org_id: number
  region_name: string
  unit_floor: string
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
    select distinct on (t.org_id) t.org_id, o.region_name, o.unit_floor, f.name as company
    from contract t join org o on o.org_id = t.org_id join company f on f.company_id = t.company_id
    where t.kind = 2 and ${allOf([chosen, found, inScope(session.scope, 't.p_id')])} and (${isNaming} or t.status in (${inSet(contract, 'lets')}))
    order by t.org_id, t.start_date desc ${part}
  `.execute(tx)
  return rows
}

export default [
  defineCall({ path: '/api/lease/add', label: leaseForm.title, group: '整租协议', can: 'self', writes: true, params: leaseForm }, addLease),
  defineCall(
    {
      path: '/api/lease/renewal',
      label: '整租续签后',
      group: '整租协议',
      can: '/api/lease/renew',
      params: form('整租续签后', { lease_id: id('整租'), months: renewLeaseForm.properties.months, each: renewLeaseForm.properties.each }, [
        'lease_id',
        'months',
      ]),
    },
    previewRenewal,
  ),
  defineCall(
    {
      path: OCCUPY,
      label: occupantForm.title,
      group: '入住名单',
      can: 'self',
      writes: true,
      params: occupantForm,
      adds: { makes: ['occupant'], row: addOccupant },
    },
    (context: Context, params) => addOccupant(context as never, params),
  ),
  lookupCall(
    {
      path: '/api/occupant/rooms',
      label: '整租的房间',
      group: '入住名单',
      can: OCCUPY,
      weight: 'search',
      key: 't.org_id',
      finds: { keyword },
    },
    findLeased,
  ),
]
