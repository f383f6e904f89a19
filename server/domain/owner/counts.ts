import { sql } from 'kysely'
import agreement from '../../../src/resources/owner/entrustAgreement.ts'
import ownerHouse from '../../../src/resources/owner/ownerHouse.ts'
import { type Counted, defineCount } from '../../calls/defineCount.ts'
import { inScope } from '../../store/reading/filters.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { inState } from '../../store/reading/states.ts'

const held = inState(ownerHouse, 'held')

export default [
  /** How many rooms are an owner's now, in whole or in part. */
  defineCount({
    of: 'owner',
    columns: ['houses'],
    tells: ['owner_house'],
    rows: async (db, keys, scope) => {
      const { rows } = await sql<Counted>`
        select o.owner_id as key, count(h.owner_house_id)::integer as houses
        from owner o
        left join owner_house h on h.owner_id = o.owner_id and h.state = ${held} and ${inScope(scope, 'h.p_id')}
        where o.owner_id = any(${keyList(keys)})
        group by o.owner_id
      `.execute(db)
      return rows
    },
  }),
  /** Until when an agreement in force binds an owner, the last of several projects. */
  defineCount({
    of: 'owner',
    columns: ['entrusted_until'],
    tells: ['entrust_agreement'],
    rows: async (db, keys, scope) => {
      const { rows } = await sql<Counted>`
        select a.owner_id as key, max(a.end_date) as entrusted_until
        from entrust_agreement a
        where a.owner_id = any(${keyList(keys)}) and a.status = ${inState(agreement, 'inForce')} and ${inScope(scope, 'a.p_id')}
        group by a.owner_id
      `.execute(db)
      return rows
    },
  }),
  /** How many rooms an agreement is about: those that are the owner's in its project on some day of its term. */
  defineCount({
    of: 'entrust_agreement',
    columns: ['rooms'],
    tells: ['owner_house'],
    rows: async (db, keys) => {
      const { rows } = await sql<Counted>`
        select a.agreement_id as key, count(distinct h.org_id)::integer as rooms
        from entrust_agreement a
        left join owner_house h on h.owner_id = a.owner_id and h.p_id = a.p_id
          and daterange(h.from_date, h.to_date, '[]') && daterange(a.start_date, coalesce(a.ended_date, a.end_date), '[]')
        where a.agreement_id = any(${keyList(keys)})
        group by a.agreement_id
      `.execute(db)
      return rows
    },
  }),
]
