import { type RawBuilder, sql } from 'kysely'
import waiting from '../../../src/resources/waiting/waiting.ts'
import { roomStateCode } from '../../../src/schemas/property/roomState.ts'
import type { Context } from '../../calls/defineCall.ts'
import type { Asked } from '../../calls/lookupCall.ts'
import { allOf, inScope } from '../../store/reading/filters.ts'
import { inState } from '../../store/reading/states.ts'
import { roomsByWords } from '../property/index.ts'

/** A room that someone who waits can be called for. */
export interface FittingRoom {
  org_id: number
  unit_id: number
  region_name: string
  unit_floor: string
  shi: number | null
  area: number | null
}

/** The rooms (`t`, of `org`) for which `call` takes someone who waits (`w`): vacant ones of the project applied for. */
const takes: RawBuilder<unknown> = sql`t.p_id = w.p_id and t.state = ${sql.lit(roomStateCode('vacant'))}`

const fields = sql`t.org_id, t.unit_id, t.region_name, t.unit_floor, t.shi, t.area::float8 as area`

/** Those of the type applied for come first, then by their names and the numbers in these. */
const byFit = sql`(t.shi = w.room_type) desc nulls last, t.region_name collate natural_order, t.unit_floor collate natural_order, t.org_id`

/** Gives a lookup page of the rooms for which someone who waits can be called; none where the caller may not see that person. */
export const findFitting = async (
  { tx, session }: Context,
  { wait_id, keyword }: Readonly<Record<string, unknown>>,
  { chosen, part }: Asked,
): Promise<FittingRoom[]> => {
  const { rows } = await sql<FittingRoom>`
    select ${fields} from waiting w join org t on ${takes}
    where w.wait_id = ${wait_id ?? null}::integer
      and ${allOf([...roomsByWords(keyword), chosen, inScope(session.scope, 'w.p_id')])}
    order by ${byFit} ${part}
  `.execute(tx)
  return rows
}

/** Whose turn it is in one queue, and some of the rooms that could be offered. */
export interface Turn {
  wait_id: number
  custom_name: string
  p_id: number
  p_id_title: string
  room_type: number
  priority: number
  qualified_at: number
  declines: number
  version: number
  status: number
  waiters: number
  rooms: FittingRoom[]
  vacant: number
}

/** So many queues are told of, each with so many rooms. */
const TURNS = 3
const ROOMS = 4

/**
 * Gives the first of each queue (project and room type, domain.md) for whom a room of that type is vacant, whoever has waited longest first, with
 * some of the rooms: what staff who call people up begin with. `p_id` narrows to one project.
 */
export const readTurns = async ({ tx, session }: Context, { p_id }: { p_id?: number }): Promise<Turn[]> => {
  const queued = inState(waiting, 'queued')
  const { rows } = await sql<Turn>`
    with queues as (
      select p_id, room_type, count(*)::integer as waiters, min(queue_order) as queue_order from waiting
      where status = ${queued} and ${allOf([...(p_id ? [sql`p_id = ${p_id}`] : []), inScope(session.scope, 'p_id')])}
      group by p_id, room_type
    ),
    vacant as (
      select p_id, shi, count(*)::integer as vacant from org
      where state = ${sql.lit(roomStateCode('vacant'))} and p_id in (select p_id from queues) group by p_id, shi
    ),
    turns as (
      select w.*, q.waiters, v.vacant from queues q
      join vacant v on v.p_id = q.p_id and v.shi = q.room_type
      join lateral (
        select * from waiting f where f.status = ${queued} and f.p_id = q.p_id and f.room_type = q.room_type
        order by f.queue_order limit 1
      ) w on true
      order by w.qualified_at, w.wait_id limit ${TURNS}
    )
    select w.wait_id, w.custom_name, w.p_id, p.name as p_id_title, w.room_type, w.priority, w.qualified_at, w.declines, w.version, w.status,
      w.waiters, w.vacant, r.rooms
    from turns w join project p on p.p_id = w.p_id
    cross join lateral (
      select json_agg(one) as rooms from (
        select ${fields} from org t where ${takes} and t.shi = w.room_type order by ${byFit} limit ${ROOMS}
      ) one
    ) r
    order by w.qualified_at, w.wait_id
  `.execute(tx)
  return rows
}
