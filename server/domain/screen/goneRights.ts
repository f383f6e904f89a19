import { sql } from 'kysely'
import type { Resource } from '../../../src/core/resource.ts'
import { completedAmong } from '../../../src/declared/declared.ts'
import type { CompleteResource } from '../../../src/derive/complete.ts'
import type { Queryable } from '../../store/connection/database.ts'
import type { Row } from '../../store/connection/rows.ts'

/** The rights that a page gives, by what they are kept as in a role: the codes of its actions, and the key with which it is opened. */
const rightsOf = ({ actions, access }: CompleteResource): Map<string, string> =>
  new Map([...actions.map(({ can, label }) => [can, label] as const), ...(access ? [[access, '打开页面'] as const] : [])])

/**
 * Gives, in words, which rights a published screen gave that its next version gives no more, and the roles that hold them: an action that goes, or is called
 * otherwise in JSON, a key that is another. Whoever publishes is told, for nobody who may do it now will find it.
 */
export const goneRights = async (db: Queryable, published: Resource, next: Resource): Promise<string[]> => {
  const [before, after] = [rightsOf(completedAmong(published)), rightsOf(completedAmong(next))]
  const gone = [...before.keys()].filter((right) => !after.has(right))
  if (gone.length === 0) return []
  const { rows } = await sql<{ right: string; roles: Row<'role', 'name'>['name'][] }>`
    select g.right, array_agg(r.name order by r.role_id) as roles
    from unnest(${gone}::text[]) as g ("right") join role r on g.right = any(r.permission || r.access) and not '*' = any(r.permission) group by g.right order by g.right
  `.execute(db)
  return rows.map(({ right, roles }) => `“${before.get(right)}”（${roles.join('、')}）`)
}
