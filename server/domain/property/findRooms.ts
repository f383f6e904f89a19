import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../calls/defineCall.ts'
import type { Asked } from '../../calls/lookupCall.ts'
import { allOf, containsText, inScope, startsWith, wordsOf } from '../../store/reading/filters.ts'

type Params = Readonly<Record<string, unknown>>
/** Which of those found, if not all, and which page of them. */
type Found = Pick<Asked, 'part'> & Partial<Pick<Asked, 'chosen'>>

/** A room as the search boxes show it (spec.md section 3). */
export interface FoundRoom {
  org_id: number
  unit_id: number
  show_type: number
  unit_floor: string
  floor: number
  region_name: string
  number: string
  p_id: number
}

const contains = (column: string, typed: unknown): RawBuilder<unknown>[] =>
  typeof typed === 'string' && typed !== '' ? [containsText(sql.ref(column), typed)] : []

const either = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown>[] =>
  conditions.length === 0 ? [] : [sql`(${sql.join(conditions, sql` or `)})`]

/** Each word of what was typed stands in the community's name or in the room's number: 花苑 501 is read so in the box itself. */
export const roomsByWords = (typed: unknown): RawBuilder<unknown>[] =>
  wordsOf(typed).flatMap((word) => either([...contains('t.region_name', word), ...contains('t.unit_floor', word)]))

/** show_type 3: a single room (spec.md section 3). */
export const SINGLE = 3

/** The condition on a room `t` that a flat may be divided into it: a single room of its community, and of no other flat. */
export const fitsFlat = (org_id: unknown): RawBuilder<unknown> => sql`
  t.show_type = ${SINGLE} and t.community_id = (select community_id from org where org_id = ${org_id}::integer)
  and coalesce(t.part_of, ${org_id}::integer) = ${org_id}::integer`

/** Gives a lookup page of rooms by words of their community and number, by community, room number, system number, project or the flat (`org_id`) that is to be divided into them, inside the caller's projects; those of a page stand by their names and the numbers in these. */
export const findRooms = async ({ tx, session }: Context, params: Params, { chosen = sql`true`, part }: Found): Promise<FoundRoom[]> => {
  const where = allOf([
    ...roomsByWords(params.keyword),
    ...contains('t.region_name', params.region_name),
    ...contains('t.unit_floor', params.unit_number),
    ...(params.unit_sn ? [startsWith(sql.ref('t.sn'), String(params.unit_sn))] : []),
    ...(params.community_id ? [sql`t.community_id = ${params.community_id}`] : []),
    ...(params.p_id ? [sql`t.p_id = ${params.p_id}`] : []),
    ...(params.org_id ? [fitsFlat(params.org_id)] : []),
    chosen,
    inScope(session.scope, 't.p_id'),
  ])
  const found = await sql<FoundRoom>`
    select * from (
      select org_id, unit_id, show_type, unit_floor, floor, region_name, number, p_id from org as t
      where ${where} ${part}
    ) as page order by region_name collate natural_order, unit_floor collate natural_order, org_id
  `.execute(tx)
  return found.rows
}

/** A house as the search boxes show it: a building, or one flat or room. */
export interface FoundUnit {
  unit_id: number
  sn: string
  name: string
  number: string
  /** What staff call it: 3号楼, 12号-501. */
  full_name: string
  show_type: number
  region_name: string
  community_id: number
  p_id: number
}

/** What staff call a house (`u`, of `unit`): a building by its name; a flat or room by that and its number, which a building has only for form (spec.md section 9). */
export const houseName: RawBuilder<string> = sql`concat_ws('-', u.name, nullif(nullif(u.number, u.name), '666'))`

/** Gives a lookup page of houses by community, or by a part of their name or number, inside the caller's projects; those of a page stand by their names and the numbers in these. */
export const findUnits = async ({ tx, session }: Context, params: Params, { chosen = sql`true`, part }: Found): Promise<FoundUnit[]> => {
  const where = allOf([
    ...contains('c.name', params.region_name),
    // Each by its own index; the two are put together.
    ...either([...contains('u.name', params.unit_number), ...contains('u.number', params.unit_number)]),
    ...(params.community_id ? [sql`u.community_id = ${params.community_id}`] : []),
    chosen,
    inScope(session.scope, 'u.p_id'),
  ])
  const found = await sql<FoundUnit>`
    select * from (
      select u.unit_id, u.sn, u.name, u.number, ${houseName} as full_name, u.show_type, c.name as region_name, u.community_id, u.p_id
      from unit u join community c on c.community_id = u.community_id
      where ${where} ${part}
    ) as page order by region_name collate natural_order, full_name collate natural_order, unit_id
  `.execute(tx)
  return found.rows
}
