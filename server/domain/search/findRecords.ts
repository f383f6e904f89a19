import { type RawBuilder, sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { plainDigits } from '../../../src/protocol/fen.ts'
import { FOUND_EACH, type FoundRecords, isShortSearch } from '../../../src/protocol/search.ts'
import type { Context } from '../../calls/defineCall.ts'
import { codesHeld } from '../../calls/findable.ts'
import { partOf } from '../../calls/pagedCall.ts'
import { PLANNED_ANEW } from '../../store/connection/client.ts'
import { containsText, holdsText, inScope, type Scope, startsWith } from '../../store/reading/filters.ts'
import { newestFound } from '../../store/reading/newestFound.ts'
import { findOwners } from '../owner/index.ts'
import { findRooms } from '../property/index.ts'
import { type FoundTenant, isByNumber, tenantsBy } from '../tenant/index.ts'

/** Tenants of whom the contracts and bills are looked for. */
const TENANTS = 100

/** Numbers of contracts and bills (server/store/writing/series.ts), or how they begin. */
const CODE = /^[A-Za-z]{2}\d+$/

/** How such a number begins, or how a name does. */
const LETTERS = /^[A-Za-z]{2}$/

/** A number, or its beginning, in the plain letters and digits in which numbers are kept; a name as it was typed. */
const plainNumber = (typed: string): string => {
  const plain = plainDigits(typed)
  return CODE.test(plain) || LETTERS.test(plain) || isByNumber(plain) ? plain : typed
}

/** What was typed, and whom it finds. */
interface Search {
  context: Context
  typed: string
  scope: Scope
  tenants: readonly FoundTenant[]
}

const indexOf = (resource: string): string => resourceNamed(resource).calls.index ?? ''

/** Whoever was merged into another is found as the one that stayed. Why people could not be looked for by their number is said beside what else was found. */
const tenantsOf = async (context: Context, typed: string): Promise<{ tenants: FoundTenant[]; note: string | null }> => {
  try {
    const { rows } = await sql<FoundTenant>`${PLANNED_ANEW}
      select custom_id, name, card, phone from lessee
      where custom_id = any(array(
        select coalesce(merged_into, custom_id) from lessee where ${await tenantsBy(context, typed)} and ${inScope(context.session.scope, 'p_id')}
        order by custom_id desc limit ${TENANTS}
      )) and ${inScope(context.session.scope, 'p_id')}
      order by custom_id desc
    `.execute(context.tx)
    return { tenants: rows, note: null }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return { tenants: [], note: error.message }
  }
}

const ownersOf = async (context: Context, keyword: string): Promise<Pick<FoundRecords, 'owner' | 'note'>> => {
  try {
    const found = await findOwners(context, { keyword }, { chosen: sql`true`, isNaming: true, part: partOf(1, FOUND_EACH) })
    return { owner: found.map(({ owner_id, name, phone }) => ({ id: owner_id, name, phone })), note: null }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return { owner: [], note: error.message }
  }
}

/** By its number, by whose it is, or where it may be either by both. */
const byEither = (typed: string, byCode: RawBuilder<unknown>, byName: RawBuilder<unknown>): RawBuilder<unknown> =>
  CODE.test(typed) ? byCode : LETTERS.test(typed) ? sql`(${byCode} or ${byName})` : byName

const keysOf = (tenants: readonly FoundTenant[]): RawBuilder<unknown> => sql`${tenants.map(({ custom_id }) => custom_id)}::integer[]`

const findContracts = async ({ context, typed, scope, tenants }: Search): Promise<FoundRecords['contract']> => {
  const byTenant = sql`t.custom_id = any(${keysOf(tenants)})`
  const byCompany = sql`t.company_id = any(array(select company_id from company f where ${containsText(sql.ref('f.name'), typed)} limit ${TENANTS}))`
  const named = isByNumber(typed) ? byTenant : sql`(${byTenant} or ${byCompany})`
  const where = sql`${byEither(typed, startsWith(sql.ref('t.sn'), typed.toUpperCase()), named)} and ${inScope(scope, 't.p_id')}`
  const newest = newestFound({ table: 'contract', key: 'contract_id', where, test: where, limit: FOUND_EACH })
  const { rows } = await sql<FoundRecords['contract'][number]>`${PLANNED_ANEW}
    select c.contract_id as id, c.sn, coalesce(l.name, f.name) as name
    from contract c left join lessee l on l.custom_id = c.custom_id left join company f on f.company_id = c.company_id
    where c.contract_id = any(${newest}) order by c.contract_id desc
  `.execute(context.tx)
  return rows
}

const findBills = async ({ context, typed, scope, tenants }: Search): Promise<FoundRecords['bill']> => {
  const inProjects = inScope(scope, 't.p_id')
  const name = sql.ref('t.custom_name')
  const by = (named: RawBuilder<unknown>) =>
    isByNumber(typed)
      ? sql`t.custom_id = any(${keysOf(tenants)})`
      : byEither(typed, startsWith(sql.ref('t.sn'), typed.toUpperCase()), named)
  const newest = newestFound({
    table: 'bill',
    key: 'bill_id',
    where: sql`${by(containsText(name, typed))} and ${inProjects}`,
    test: sql`${by(holdsText(name, typed))} and ${inProjects}`,
    limit: FOUND_EACH,
  })
  const { rows } = await sql<FoundRecords['bill'][number]>`${PLANNED_ANEW}
    select b.bill_id as id, b.sn, b.custom_name as name from bill b where b.bill_id = any(${newest}) order by b.bill_id desc
  `.execute(context.tx)
  return rows
}

/**
 * Gives what the palette finds, a few of each kind: tenants and owners by the beginning of their name, by a whole number, or by a name and the last
 * four of one; rooms by a part of their number; contracts and bills by the beginning of theirs, or by whom they are with. One letter
 * finds people only. Each kind is one indexed query, and only what the caller's role may read is looked for; `note` says why people were
 * not looked for by a number.
 */
export const findRecords = async (context: Context, { keyword }: { keyword: string }): Promise<FoundRecords> => {
  const typed = plainNumber(keyword.trim())
  const nothing: FoundRecords = { person: [], owner: [], room: [], contract: [], bill: [], note: null }
  if (typed === '') return nothing
  const codes = ['lessee', 'owner', 'org', 'contract', 'bill'].map(indexOf)
  const [people = '', owners = '', rooms = '', contracts = '', bills = ''] = codes
  const held = await codesHeld(context, codes)
  const isShort = isShortSearch(typed)
  // A number is looked for only by who may read people: a bill would tell whose it is.
  const asksPeople = held.has(people) || (!isShort && held.has(contracts) && !isByNumber(typed))
  const { tenants, note } = asksPeople && !CODE.test(typed) ? await tenantsOf(context, typed) : { tenants: [], note: null }
  const owned = held.has(owners) && !CODE.test(typed) ? await ownersOf(context, typed) : { owner: [], note: null }
  const search: Search = { context, typed, scope: context.session.scope, tenants }
  return {
    person: held.has(people) ? tenants.slice(0, FOUND_EACH).map(({ custom_id, name, phone }) => ({ id: custom_id, name, phone })) : [],
    owner: owned.owner,
    room:
      held.has(rooms) && !isShort
        ? (await findRooms(context, { unit_number: typed }, { part: partOf(1, FOUND_EACH) })).map(
            ({ org_id, region_name, unit_floor }) => ({
              id: org_id,
              name: `${region_name} ${unit_floor}`,
            }),
          )
        : [],
    contract: held.has(contracts) && !isShort ? await findContracts(search) : [],
    bill: held.has(bills) && !isShort ? await findBills(search) : [],
    note: note ?? owned.note,
  }
}
