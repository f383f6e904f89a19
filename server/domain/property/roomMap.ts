import { sql } from 'kysely'
import { roomStateCode } from '../../../src/schemas/property/roomState.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { inScope, type Scope } from '../../store/reading/filters.ts'

/** So many letters of a company's name fit into a cell. */
const COMPANY = 4

/**
 * Gives the room map's data as JSON text: one object a building, its rooms in columns, which makes 100,000 rooms a tenth of what rows
 * of objects would be. `tenant`: the family name of whoever rents the room, or how the name of the company begins that does. `days`: vacant since, or until the contract ends.
 */
export const roomMapJson = async (db: Queryable, scope: Scope, params: { p_id?: unknown; community_id?: unknown }): Promise<string> => {
  const { rows } = await sql<{ json: string }>`
    select json_build_object('buildings', coalesce(json_agg(b order by b.p_id, b.community_id, b.name collate natural_order), '[]'))::text as json
    from (
      select g.*, p.name as project from (
      select min(t.unit_id) as unit_id, t.building as name, t.community_id, min(t.region_name) as community, t.p_id,
        json_agg(t.org_id order by t.floor desc, t.number collate "C") as org_id,
        json_agg(t.floor order by t.floor desc, t.number collate "C") as floor,
        json_agg(t.number order by t.floor desc, t.number collate "C") as number,
        json_agg(t.state order by t.floor desc, t.number collate "C") as state,
        json_agg(
          coalesce(
            left(l.name, 1),
            case when t.current_tenant is null and t.current_contract is not null
              then (select left(f.name, ${COMPANY}) from contract c join company f using (company_id) where c.contract_id = t.current_contract) end,
            '')
          order by t.floor desc, t.number collate "C") as tenant,
        json_agg(
          case when t.state in (${roomStateCode('let')}, ${roomStateCode('ends_soon')}) then t.current_end - as_of_day() else coalesce(as_of_day() - t.vacant_since, 0) end
          order by t.floor desc, t.number collate "C") as days
      from org t
      left join lessee l on l.custom_id = t.current_tenant
      where ${inScope(scope, 't.p_id')}
        and (${params.p_id ?? null}::integer is null or t.p_id = ${params.p_id ?? null}::integer)
        and (${params.community_id ?? null}::integer is null or t.community_id = ${params.community_id ?? null}::integer)
      -- In the order of an index, so that only the rooms of one building are sorted at a time.
      group by t.community_id, t.building, t.p_id
      ) g join project p on p.p_id = g.p_id
    ) b
  `.execute(db)
  return rows[0]?.json ?? '{"buildings":[]}'
}
