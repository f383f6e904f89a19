import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { Session } from '../../caller/session.ts'
import { allCodes, registry } from '../../calls/registry.ts'
import type { Queryable, Tx } from '../../store/connection/database.ts'
import type { Row } from '../../store/connection/rows.ts'
import { covers, type Scope } from '../../store/reading/filters.ts'

/** What a role holds: codes of calls ('*' is all) and keys of screens. */
export interface Rights {
  permission: readonly string[]
  access: readonly string[]
}

/** What an account may do, and where. */
type Standing = Rights & Row<'account', 'user_id' | 'name' | 'projects'>

/** Who gives: a call's context, or an import's, which never looks as another role. */
interface Giver {
  tx: Tx
  session: Pick<Session, 'userId' | 'scope'> & { asRole?: number | null }
}

const ALL = '*'
const holdsAll = ({ permission }: Rights): boolean => permission.includes(ALL)

/** Gives what the caller may do, and so may give: as a role that one looks as, that role's. */
export const ownRights = async (db: Queryable, { userId, asRole = null }: Giver['session']): Promise<Rights> => {
  const { rows } = await sql<Rights>`
    select r.permission, r.access from account a join role r on r.role_id = coalesce(${asRole}::integer, a.role_id) where a.user_id = ${userId}
  `.execute(db)
  return rows[0] ?? { permission: [], access: [] }
}

/** Whether a code, or a screen's key, is one that these rights can give. */
export const canGiveCode = (own: Rights, code: string): boolean => holdsAll(own) || own.permission.includes(code)
export const canGiveKey = (own: Rights, key: string): boolean => holdsAll(own) || own.access.includes(key)

/** Gives what these rights lack of others; a code that no call has any more is none. */
export const lacking = (own: Rights, { permission, access }: Rights): string[] => {
  const missing = permission.filter((code) => !canGiveCode(own, code))
  const known = new Set(missing.length > 0 ? [ALL, ...allCodes()] : [])
  return [
    ...missing.filter((code) => known.has(code)).map((code) => registry().get(code)?.label ?? '全部接口'),
    ...access.filter((key) => !canGiveKey(own, key)),
  ]
}

const SHOWN = 3

const listed = (words: readonly string[]): string => `${words.slice(0, SHOWN).join('、')}${words.length > SHOWN ? '…' : ''}`

/** Throws 403 where someone would give, or has to do with, rights that are not among their own. */
export const mustHold = async ({ tx, session }: Giver, given: Rights): Promise<void> => {
  const missing = lacking(await ownRights(tx, session), given)
  if (missing.length > 0) throw new CallError(403, `不能给出自己没有的权限：${listed(missing)}`)
}

/** Throws 403 where someone's projects are not among the caller's. */
const mustReach = ({ session }: Giver, projects: Scope): void => {
  if (!covers(session.scope, projects)) throw new CallError(403, '不能给出自己看不到的项目')
}

/** Throws 403 where a role holds what the caller does not; one that is not there is another's to refuse. */
export const mustHoldRoles = async (context: Giver, roleIds: readonly number[]): Promise<void> => {
  const { rows } = await sql<Rights>`select permission, access from role where role_id = any(${roleIds}::integer[])`.execute(context.tx)
  for (const role of rows) await mustHold(context, role)
}

/** Throws 403 where the account that someone would make has more rights, or sees more projects, than they do. */
export const mustHoldAccount = async (context: Giver, roleId: number, projects: Scope): Promise<void> => {
  mustReach(context, projects)
  await mustHoldRoles(context, [roleId])
}

/** Throws 403 where one of these accounts may do, or see, more than the caller: whoever could set its password would be it. One's own is one's own. */
export const mustOutrank = async (context: Giver, userIds: readonly number[]): Promise<void> => {
  const { rows } = await sql<Standing>`
    select a.user_id, a.name, a.projects, r.permission, r.access from account a join role r on r.role_id = a.role_id
    where a.user_id = any(${userIds}::integer[]) and a.user_id <> ${context.session.userId}
  `.execute(context.tx)
  const own = await ownRights(context.tx, context.session)
  for (const { name, projects, ...rights } of rows) {
    if (!covers(context.session.scope, projects) || lacking(own, rights).length > 0)
      throw new CallError(403, `${name}的权限或项目范围大于您，不能由您办理`)
  }
}
