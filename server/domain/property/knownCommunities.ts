import { sql } from 'kysely'
import type { Context } from '../../calls/defineCall.ts'
import type { Asked } from '../../calls/lookupCall.ts'
import { allOf, containsText, inScope, wordsOf } from '../../store/reading/filters.ts'

/** A community, and what its house that was registered last was like: what a dialog of the next one begins with. */
interface Known {
  community_id: number
  name: string
  road: string
  [field: string]: unknown
}

/** Gives a lookup page of the communities in scope by words of their name and road; those of a page stand by their names. */
export const findKnown = async (
  { tx, session }: Context,
  { keyword }: Readonly<Record<string, unknown>>,
  { chosen, part }: Asked,
): Promise<Known[]> => {
  const words = wordsOf(keyword).map(
    (word) => sql`(${containsText(sql.ref('c.name'), word)} or ${containsText(sql.ref('c.address'), word)})`,
  )
  const { rows } = await sql<Known>`
    select c.community_id, c.name, c.address || c.region_number || (case c.choice_get_number when 1 then '弄' when 2 then '号' else '' end) as road,
      c.p_id, c.province, c.city, c.county, c.town, c.address, c.region_number, c.choice_get_number,
      coalesce(c.longitude, u.longitude)::float8 as longitude, coalesce(c.latitude, u.latitude)::float8 as latitude,
      u.nature, u.kind_id, u.show_type, u.all_floor, u.choice_unit_number
    from community c
    left join lateral (
      select nature, kind_id, show_type, longitude, latitude, choice_unit_number, nullif(all_floor, '[]') as all_floor
      from unit where unit.community_id = c.community_id order by unit_id desc limit 1
    ) u on true
    where ${allOf([...words, chosen, inScope(session.scope, 'c.p_id')])}
    order by c.name collate natural_order, c.community_id ${part}
  `.execute(tx)
  return rows
}
