import { groupBy } from 'es-toolkit'
import { sql } from 'kysely'
import { distance } from '../../../src/core/nearest.ts'
import company from '../../../src/resources/company/company.ts'
import contract from '../../../src/resources/contract/contract.ts'
import match from '../../../src/resources/flow/match.ts'
import lessee from '../../../src/resources/tenant/lessee.ts'
import { matchForm, type matchKinds } from '../../../src/schemas/flow/match.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { inScope, type Scope } from '../../store/reading/filters.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { inState } from '../../store/reading/states.ts'
import type { Debtor } from './findParties.ts'
import { NOBODY } from './rules/nobody.ts'
import { numbersIn } from './rules/numbersIn.ts'
import type { Evidence, OpenShare, Party } from './rules/offers.ts'

/** Money that is not used yet, in fen, and what its entry says. */
export interface OpenReceipt {
  flow_id: number
  unused: number
  custom_name: string
  note: string | null
  p_id: number | null
  /** It was entered as a deposit. */
  is_deposit: boolean
}

/** What people matched is what is learned from. */
const BY_HAND: keyof typeof matchKinds = 1

/** So many of what a tenant owes are looked at; of a company, which pays for all its people at once, as many as one match settles (src/schemas/flow/match.ts). */
const SHARES = 40
const COMPANY_SHARES = matchForm.properties.shares.maxItems
/** So many parties of one name or one amount. */
const PARTIES = 8

/** A party that some evidence of an entry speaks for. */
interface Meant extends Debtor {
  flow_id: number
  evidence: Evidence
}

interface Owed extends OpenShare, Debtor {
  name: string
  is_deposit: boolean
}

/** Tells a tenant from a company of the same number. */
export const partyKey = ({ custom_id, company_id }: Debtor): string => (custom_id === null ? `c${company_id}` : `t${custom_id}`)
/** The party of a key. */
export const partyOf = (key: string): Debtor => {
  const id = Number(key.slice(1))
  return key.startsWith('c') ? { custom_id: null, company_id: id } : { custom_id: id, company_id: null }
}

/** Gives money of entries that stands and is not used, in the order in which it came. */
export const openReceipts = async (db: Queryable, keys: readonly number[], scope: Scope): Promise<OpenReceipt[]> => {
  const { rows } = await sql<OpenReceipt>`
    select flow_id, unused, custom_name, note, p_id, "from" = 3 as is_deposit from flow
    where flow_id = any(${keyList(keys)}) and unused > 0 and ${inScope(scope, 'p_id')} order by deal_time, flow_id
  `.execute(db)
  return rows
}

/** Whom what an entry says speaks for. */
const meantBy = async (db: Queryable, receipts: readonly OpenReceipt[]): Promise<Meant[]> => {
  const numbers = receipts.flatMap(({ flow_id, note, custom_name }) =>
    numbersIn(`${custom_name} ${note ?? ''}`).map((number) => ({ flow_id, number })),
  )
  const { rows } = await sql<Meant>`
    with f as (select flow_id, custom_id, company_id, custom_name, org_id, line_id, to_timestamp(deal_time)::date as day from flow where flow_id = any(${keyList(receipts.map(({ flow_id }) => flow_id))})),
    said as (select * from json_to_recordset(${JSON.stringify(numbers)}::json) as g (flow_id integer, number text))
    select flow_id, custom_id, case when custom_id is null then company_id end as company_id, 'given' as evidence from f where num_nonnulls(custom_id, company_id) > 0
    union select s.flow_id, c.custom_id, case when c.custom_id is null then c.company_id end, 'numbered' from said s join contract c on c.sn = s.number
    union select s.flow_id, b.custom_id, case when b.custom_id is null then b.company_id end, 'numbered' from said s join bill b on b.sn = s.number
    union select f.flow_id, m.custom_id, m.company_id, 'learned' from f, lateral (
      select distinct custom_id, company_id from match
      where payer_name = f.custom_name and status = ${inState(match, 'stands')} and kind = ${sql.lit(BY_HAND)} and num_nonnulls(custom_id, company_id) = 1 limit ${PARTIES}::integer
    ) m where f.custom_name <> ${NOBODY}
    union select f.flow_id, m.custom_id, m.company_id, 'accounted' from f join statement_line l on l.line_id = f.line_id, lateral (
      select distinct m.custom_id, m.company_id
      from statement_line o join flow paid on paid.line_id = o.line_id join allocation a on a.flow_id = paid.flow_id join match m on m.match_id = a.match_id
      where o."party_account$hash" = l."party_account$hash" and o.line_id <> l.line_id and m.status = ${inState(match, 'stands')}
        and num_nonnulls(m.custom_id, m.company_id) = 1 limit ${PARTIES}::integer
    ) m
    union select f.flow_id, l.custom_id, null, 'named' from f, lateral (
      select custom_id from lessee where name = f.custom_name and standing = ${inState(lessee, 'kept')} order by custom_id limit ${PARTIES}::integer
    ) l
    union select f.flow_id, null, c.company_id, 'named' from f join company c on c.name = f.custom_name and c.standing = ${inState(company, 'kept')}
    union select f.flow_id, o.current_tenant, null, 'roomed' from f join org o on o.org_id = f.org_id
      where o.current_tenant is not null and exists (
        -- Whoever had the room before may have paid for it: that is not his who has it now.
        select from contract c where c.custom_id = o.current_tenant and c.org_id = o.org_id and c.status <> ${inState(contract, 'void')}
          and least(c.start_date, c.signed_on, to_timestamp(c.created_at)::date) <= f.day
      )
  `.execute(db)
  return rows
}

/** What parties owe, of each the earliest due. */
export const owedBy = async (db: Queryable, parties: readonly Debtor[], scope: Scope): Promise<Owed[]> => {
  const ids = (name: 'custom_id' | 'company_id') => keyList([...new Set(parties.flatMap((party) => party[name] ?? []))])
  const { rows } = await sql<Owed>`
    select s.share_id, s.price - s.paid as owed, b.bill_date as due, b."from" = 1 as "isRent", b."from" = 3 as is_deposit, b.custom_id,
      null::integer as company_id, b.custom_name as name, concat_ws(' ', b.custom_id, b.org_id) as whose
    from unnest(${ids('custom_id')}) as party (id), lateral (
      select * from bill where custom_id = party.id and paid < price and is_void = 0 and ${inScope(scope, 'p_id')} order by bill_date, bill_id limit ${SHARES}::integer
    ) b join bill_share s on s.bill_id = b.bill_id and s.party = 1 and s.paid < s.price
    union all
    select o.share_id, o.owed, o.bill_date, o."isRent", o.is_deposit, null, party.id, o.name, o.whose
    from unnest(${ids('company_id')}) as party (id), lateral (
      select s.share_id, s.price - s.paid as owed, b.bill_date, b."from" = 1 as "isRent", b."from" = 3 as is_deposit, c.name, concat_ws(' ', b.custom_id, b.org_id) as whose
      from bill_share s join bill b on b.bill_id = s.bill_id and b.is_void = 0 join company c on c.company_id = s.company_id
      where s.company_id = party.id and s.party > 1 and s.paid < s.price and ${inScope(scope, 's.p_id')} order by b.bill_date, s.share_id limit ${COMPANY_SHARES}::integer
    ) o
  `.execute(db)
  return rows
}

/** What shares owe, whoever does: those that are not there are left out. */
export const sharesNamed = async (db: Queryable, keys: readonly number[]): Promise<OpenShare[]> => {
  const { rows } = await sql<OpenShare>`
    select s.share_id, s.price - s.paid as owed, b.bill_date as due, b."from" = 1 as "isRent"
    from bill_share s join bill b on b.bill_id = s.bill_id where s.share_id = any(${keyList(keys)})
  `.execute(db)
  return rows
}

/** Names of which one sign is another, as patterns; none of a name that is longer than people's and companies' are. */
const patternsOf = (name: string): string[] => {
  const signs = [...name]
  if (signs.length < 2 || signs.length > 12 || /[%_\\]/.test(name)) return []
  return signs.map((_, place) => signs.with(place, '_').join(''))
}

/** What is owed by just the amount of an entry, by whomever, in the entry's project where it has one: those first whose name is nearly the payer's. */
const owedAlike = async (db: Queryable, receipts: readonly OpenReceipt[], scope: Scope): Promise<(Owed & { flow_id: number })[]> => {
  if (receipts.length === 0) return []
  const asked = receipts.map(({ flow_id, unused, p_id, custom_name }) => ({ flow_id, unused, p_id, patterns: patternsOf(custom_name) }))
  const { rows } = await sql<Owed & { flow_id: number }>`
    select f.flow_id, o.*
    from json_to_recordset(${JSON.stringify(asked)}::json) as f (flow_id integer, unused bigint, p_id integer, patterns text[]), lateral (
      select s.share_id, s.price - s.paid as owed, b.bill_date as due, b."from" = 1 as "isRent", b."from" = 3 as is_deposit,
        case when s.party = 1 then b.custom_id end as custom_id, case when s.party > 1 then s.company_id end as company_id, case when s.party = 1 then b.custom_name else c.name end as name
      from bill_share s join bill b on b.bill_id = s.bill_id and b.is_void = 0 left join company c on c.company_id = s.company_id
      where s.price - s.paid = f.unused and s.paid < s.price and (f.p_id is null or s.p_id = f.p_id) and ${inScope(scope, 's.p_id')}
        and num_nonnulls(case when s.party = 1 then b.custom_id end, case when s.party > 1 then s.company_id end) = 1
      order by coalesce(case when s.party = 1 then b.custom_name else c.name end like any (f.patterns), false) desc, b.bill_date, s.share_id
      limit ${PARTIES}::integer
    ) o
  `.execute(db)
  return rows
}

/** One sign of a name is another. */
const isAlike = (one: string, other: string): boolean => one.length === other.length && distance(one, other) === 1

/** Whom nothing but the amount speaks for, and perhaps a name that is nearly the same. */
const othersOf = (custom_name: string, alike: readonly Owed[], known: readonly Party[]): Party[] =>
  Object.entries(groupBy(alike, partyKey))
    .filter(([key]) => !known.some((party) => party.key === key))
    .map(([key, shares]) => ({
      key,
      evidence: [isAlike(custom_name, shares[0]?.name ?? '') ? 'alike' : 'amount'],
      isShort: custom_name.length < 3,
      shares,
    }))

/** What was charged of tenants in the last year, whether it is paid or not: by the party. */
const usualOf = async (db: Queryable, parties: readonly Meant[]): Promise<Map<string, number[]>> => {
  const ids = [...new Set(parties.flatMap(({ custom_id }) => custom_id ?? []))]
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ custom_id: number; usual: number[] }>`
    select custom_id, array_agg(distinct price) as usual from bill
    where custom_id = any(${keyList(ids)}) and is_void = 0 and bill_date > current_date - 400 group by custom_id
  `.execute(db)
  return new Map(rows.map(({ custom_id, usual }) => [partyKey({ custom_id, company_id: null }), usual]))
}

/** Those of whom an entry means several, by whom name and amount have to be told apart. */
const several = (meant: readonly Meant[]): Meant[] =>
  Object.values(groupBy(meant, ({ flow_id }) => flow_id)).flatMap((all) => (new Set(all.map(partyKey)).size > 1 ? all : []))

/** Of what somebody owes, what money is for: a deposit is rent only where a person says so, who is shown all where no deposit is owed. */
const fitting = ({ is_deposit }: OpenReceipt, shares: readonly Owed[], withOthers: boolean): readonly Owed[] => {
  const deposits = is_deposit ? shares.filter((share) => share.is_deposit) : shares
  return deposits.length === 0 && withOthers ? shares : deposits
}

/**
 * Gives, by entry, who may have paid it and what each owes: by what the entry says (record, numbers, name, room), by what its payer paid for before, and by
 * its amount; of an entry whose payer is known and owes, others by the amount only where a person asks (`withOthers`). Reads for many entries at once, each by an index.
 */
export const candidatesOf = async (
  db: Queryable,
  receipts: readonly OpenReceipt[],
  scope: Scope,
  withOthers: boolean,
): Promise<Map<number, Party[]>> => {
  const meant = await meantBy(db, receipts)
  const owed = await owedBy(db, meant, scope)
  const [sharesOf, meantOf] = [groupBy(owed, partyKey), groupBy(meant, ({ flow_id }) => flow_id)]
  const usual = await usualOf(db, several(meant))
  const knownOf = (receipt: OpenReceipt): Party[] =>
    Object.entries(groupBy(meantOf[receipt.flow_id] ?? [], partyKey)).map(([key, all]) => ({
      key,
      evidence: all.map(({ evidence }) => evidence),
      usual: usual.get(key) ?? [],
      shares: fitting(receipt, sharesOf[key] ?? [], withOthers),
    }))
  const known = new Map(receipts.map((receipt) => [receipt.flow_id, knownOf(receipt)]))
  const isKnown = ({ flow_id }: OpenReceipt): boolean => known.get(flow_id)?.some(({ shares }) => shares.length > 0) === true
  const alikeOf = groupBy(
    await owedAlike(
      db,
      receipts.filter((receipt) => withOthers || !isKnown(receipt)),
      scope,
    ),
    ({ flow_id }) => flow_id,
  )
  return new Map(
    receipts.map((receipt): [number, Party[]] => {
      const { flow_id, custom_name } = receipt
      const parties = known.get(flow_id) ?? []
      return [flow_id, [...parties, ...othersOf(custom_name, fitting(receipt, alikeOf[flow_id] ?? [], withOthers), parties)]]
    }),
  )
}
