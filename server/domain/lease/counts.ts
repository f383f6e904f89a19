import { sql } from 'kysely'
import contract from '../../../src/resources/contract/contract.ts'
import occupant from '../../../src/resources/lease/occupant.ts'
import { type Counted, defineCount } from '../../calls/defineCount.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { inSet, inState } from '../../store/reading/states.ts'
import { paperHash } from '../contract/index.ts'
import { SIGNED_LEASE } from './papers.ts'

export default [
  paperHash('lease', SIGNED_LEASE.name),
  /** The rooms of a whole lease that are not given back, what they cost a month, and who lives in them. */
  defineCount({
    of: 'lease',
    columns: ['rooms', 'rent', 'people'],
    tells: ['contract'],
    rows: async (db, keys) => {
      const { rows } = await sql<Counted>`
        select k.key, c.rooms, c.rent, o.people
        from unnest(${keyList(keys)}) k (key)
        cross join lateral (
          select count(*)::integer as rooms, coalesce(sum(rent), 0)::bigint as rent from contract
          where lease_id = k.key and status in (${inSet(contract, 'open')})
        ) c
        cross join lateral (
          select count(*)::integer as people from occupant where lease_id = k.key and status = ${inState(occupant, 'living')}
        ) o
      `.execute(db)
      return rows
    },
  }),
]
