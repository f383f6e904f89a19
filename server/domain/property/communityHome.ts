import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { CommunityHome } from '../../../src/protocol/types.ts'
import contract from '../../../src/resources/contract/contract.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inScope, type Scope } from '../../store/reading/filters.ts'
import { inSet } from '../../store/reading/states.ts'

/** Gives one community: where it lies, its pictures, buildings, occupancy, and the rent of the last twelve months in fen. Throws 404 out of scope. */
export const communityHome = async (tx: Tx, scope: Scope, community_id: number): Promise<CommunityHome> => {
  const { rows } = await sql<CommunityHome>`
    with here as (
      select c.*, p.name as project from community c join project p on p.p_id = c.p_id
      where c.community_id = ${community_id} and ${inScope(scope, 'c.p_id')}
    ),
    rooms as (
      select o.org_id, o.building, o.imgs,
        exists (select from contract k where k.org_id = o.org_id and k.status in (${inSet(contract, 'lets')}) and k.start_date <= current_date and (k.left_on is null or k.left_on >= current_date)) as is_let
      from org o where o.community_id = ${community_id}
    )
    select h.community_id, h.name, h.p_id, h.project, h.address || h.region_number || case h.choice_get_number when 2 then '号' else '弄' end as address,
      h.longitude, h.latitude,
      (select count(*) from rooms) as rooms,
      (select count(*) from rooms where is_let) as let,
      (select coalesce(json_agg(img), '[]') from (select img from rooms, unnest(imgs) as img group by img order by min(org_id), img limit 12) pictures) as imgs,
      (select coalesce(json_agg(b order by b.building collate natural_order), '[]') from (
        select building, count(*) as rooms, count(*) filter (where is_let) as let from rooms group by building
      ) b) as buildings,
      (select coalesce(sum(price), 0) from bill b where b.org_id in (select org_id from rooms) and b."from" = 1 and b.is_void = 0 and b.start_date > current_date - 365) as receivable,
      (select coalesce(sum(paid), 0) from bill b where b.org_id in (select org_id from rooms) and b."from" = 1 and b.is_void = 0 and b.start_date > current_date - 365) as received,
      (select coalesce(json_agg(json_build_object('community_id', a.community_id, 'name', a.name, 'longitude', a.longitude, 'latitude', a.latitude)), '[]')
        from community a where a.longitude is not null and a.latitude is not null and ${inScope(scope, 'a.p_id')}) as around
    from here h
  `.execute(tx)
  if (!rows[0]) throw new CallError(404)
  return rows[0]
}
