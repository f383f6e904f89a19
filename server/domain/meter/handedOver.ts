import { sql } from 'kysely'
import surrender from '../../../src/resources/surrender/surrender.ts'
import type { Tx } from '../../store/connection/database.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { inSet, inState } from '../../store/reading/states.ts'

/** Of a reading `m` and a surrender `s`: whether a handover that says the same means this reading: since the room began to be given back, or on its last day or later on the month's round. */
export const isOfHandover = sql`(m.created_at >= s.created_at or m.read_date >= s.left_on)`

/** Holds the surrenders of the rooms of some readings. */
export const holdHandovers = async (tx: Tx, keys: readonly number[]): Promise<void> => {
  await sql`
    select from surrender where org_id in (select org_id from meter where meter_id = any(${keyList(keys)})) and status in (${inSet(surrender, 'standing')})
    order by surrender_id for no key update
  `.execute(tx)
}

/**
 * Writes on the handover of a room what became of a reading that stands there, and was taken back: the one in its place, or none. The paper that both sides sign, and the
 * dialog in which the handover is done once more, say what the meter said. Of one that is done it is the last reading of its own contract: the meter of a room that stands
 * empty shows the same for long.
 */
export const rereadHandover = async (tx: Tx, meter_id: number, right: number | null): Promise<void> => {
  const isThis = sql`(one ->> 'simple_id')::integer = m.simple_id and (one ->> 'current')::numeric = m.current`
  await sql`
    update surrender s set version = s.version + 1, updated_at = epoch_now(), readings = (
      select coalesce(jsonb_agg(case when ${isThis} then one || jsonb_build_object('current', ${right}::numeric) else one end order by place), '[]')
      from jsonb_array_elements(s.readings) with ordinality as said (one, place) where ${right}::numeric is not null or not (${isThis})
    )
    from meter m where m.meter_id = ${meter_id} and s.org_id = m.org_id and ${isOfHandover}
      and (s.status in (${inSet(surrender, 'underWay')}) or s.status = ${inState(surrender, 'done')} and s.contract_id = m.contract_id)
      and exists (select from jsonb_array_elements(s.readings) one where ${isThis})
  `.execute(tx)
}
