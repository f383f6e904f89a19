import { type RawBuilder, sql } from 'kysely'
import qualification from '../../../src/resources/application/qualification.ts'
import waiting from '../../../src/resources/waiting/waiting.ts'
import { hashName, sealedName } from '../../store/bringUp/tables.ts'
import { inScope, type Scope } from '../../store/reading/filters.ts'
import { inSet, inState } from '../../store/reading/states.ts'

const [hash, sealed] = [hashName('card'), sealedName('card')].map((name) => sql.id(name))

/**
 * Those who are compared, as a query: applicants (`member` 0) and their households, of applications that are open and of those in the queue, within
 * these projects. Each with its application, name, the hash of the card and the card sealed.
 */
export const comparedPersons = (scope: Scope): RawBuilder<unknown> => sql`
  with compared as (
    select q.apply_id, q.custom_name, q.${hash} as hash, q.${sealed} as sealed from qualification q
    where ${inScope(scope, 'q.p_id')} and (q.status in (${inSet(qualification, 'open')}) or (
      q.status = ${inState(qualification, 'queued')} and exists (
        select from waiting w where w.apply_id = q.apply_id and w.status in (${inState(waiting, 'queued')}, ${inSet(waiting, 'holdsRoom')})
      )))
  )
  select apply_id, 0 as member, custom_name as name, hash, sealed from compared
  union all
  select m.apply_id, m.member_id, m.name, m.${hash}, m.${sealed} from member m join compared c on c.apply_id = m.apply_id
`
