import { sql } from 'kysely'
import type { CompleteResource } from '../../src/derive/complete.ts'
import type { Row } from '../store/connection/rows.ts'
import type { Resolve } from '../store/reading/list.ts'
import type { Context } from './defineCall.ts'

const codesOf = async ({ tx, session, rights = tx }: Pick<Context, 'tx' | 'session' | 'rights'>): Promise<readonly string[]> => {
  const { rows } = await sql<Row<'role', 'permission'>>`
    select r.permission from account a join role r on r.role_id = coalesce(${session.asRole}::integer, a.role_id) where a.user_id = ${session.userId}
  `.execute(rights)
  return rows[0]?.permission ?? []
}

/** Each resource without some of its columns, made once: what is made of a resource's columns is kept by the resource. */
const narrowed = new WeakMap<CompleteResource, Map<string, CompleteResource>>()

const without = (resource: CompleteResource, names: readonly string[]): CompleteResource => {
  const known = narrowed.get(resource) ?? new Map<string, CompleteResource>()
  narrowed.set(resource, known)
  const made = known.get(names.join()) ?? { ...resource, columns: resource.columns.filter(({ name }) => !names.includes(name)) }
  known.set(names.join(), made)
  return made
}

/**
 * Gives a resource as a caller may read it: a column that a screen made at run time reads through a reference is there only for who may
 * read what it refers to, by its list or its detail (docs/protocol.md). One query where there is such a column, none for any other list.
 */
export const readableBy = async (
  context: Pick<Context, 'tx' | 'session' | 'rights'>,
  resource: CompleteResource,
  resolve: Resolve,
): Promise<CompleteResource> => {
  const guarded = resource.columns.filter(({ isGuarded }) => isGuarded)
  if (guarded.length === 0) return resource
  const codes = await codesOf(context)
  const holds = (code: string | null): boolean => code !== null && (codes.includes('*') || codes.includes(code))
  const closed = guarded.filter(({ spec }) => {
    const target = resource.column[spec.via?.split('.')[0] ?? '']?.target
    const { isLookup, calls } = resolve(target ?? '')
    return !isLookup && !holds(calls.index) && !holds(calls.detail)
  })
  return closed.length === 0
    ? resource
    : without(
        resource,
        closed.map(({ name }) => name),
      )
}
