import { type RawBuilder, sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { FormSchema, FormValue } from '../../../src/core/form.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { actionParams, editParams } from '../../../src/derive/callParams.ts'
import { sentForm } from '../../../src/derive/forms/sent.ts'
import { accountForm, editAccountForm, newPasswordForm } from '../../../src/schemas/account/account.ts'
import type { Session } from '../../caller/session.ts'
import { type Call, type Context, defineCall } from '../../calls/defineCall.ts'
import { lookupCall } from '../../calls/lookupCall.ts'
import { holdSeen, oneOrMany } from '../../calls/resourceCalls.ts'
import type { Tx } from '../../store/connection/database.ts'
import type { Row } from '../../store/connection/rows.ts'
import { belongingOf } from '../../store/writing/belonging.ts'
import { changed } from '../../store/writing/changed.ts'
import { updateRow } from '../../store/writing/write.ts'
import { mustHoldAccount, mustOutrank } from './giving.ts'
import { giveTriesBack } from './loginLimit.ts'
import { newHash } from './passwords.ts'
import { closeAllSessions } from './sessions.ts'
import { type Before, tellOfWorkLeft } from './workLeft.ts'

type Params = Record<string, unknown>
type Edited = FormValue<typeof editAccountForm>

const group = '账号设置'
const account = resourceNamed('account')
const session = resourceNamed('session')
const write = { group, can: 'self', writes: true } as const

/** All projects are kept as null, so that one added later is among them. */
const projectsOf = ({ reach, projects }: Edited): number[] | null => (reach === 1 ? null : (projects ?? []))

const checkReferences = async ({ tx, session: caller }: Context, { role_id, ...edited }: Edited): Promise<void> => {
  await belongingOf(tx, account, { role_id, projects: projectsOf(edited as Edited) ?? [] }, caller.scope, resourceNamed)
}

/** Those of some accounts that are in use, as they stand until they are changed. */
const inUse = async (tx: Tx, keys: readonly number[]): Promise<Before[]> => {
  const { rows } = await sql<Before>`
    select user_id, projects from account where user_id = any(${keys}::integer[]) and is_active order by user_id for no key update
  `.execute(tx)
  return rows
}

const add = defineCall(
  {
    ...write,
    path: '/api/admin/add',
    label: accountForm.title,
    params: sentForm(accountForm),
    prepare: ({ params }) => {
      const { user_name, password } = params as unknown as FormValue<typeof accountForm>
      return newHash(password, user_name)
    },
  },
  async (context: Context<Session, string>, params) => {
    const values = params as FormValue<typeof accountForm>
    await checkReferences(context, values)
    await mustHoldAccount(context, values.role_id, projectsOf(values))
    const { rows } = await sql<Row<'account', 'user_id'>>`
      insert into account (user_name, name, superior_id, email, password, role_id, projects, created_by)
      values (${values.user_name}, ${values.name}, ${values.superior_id ?? null}, ${values.email ?? null}, ${context.prepared}, ${values.role_id}, ${projectsOf(values)}::integer[], ${context.session.userId})
      returning user_id
    `.execute(context.tx)
    return rows[0]
  },
)

const edit = defineCall(
  { ...write, path: '/api/admin/edit', label: editAccountForm.title, params: editParams(account, editAccountForm) },
  async (context: Context, params) => {
    const { user_id, version, ...rest } = params as Edited & { user_id: number; version?: number }
    const values = rest as Edited
    await checkReferences(context, values)
    const { name, superior_id = null, email = null, role_id } = values
    await mustOutrank(context, [user_id])
    await mustHoldAccount(context, role_id, projectsOf(values))
    const before = await inUse(context.tx, [user_id])
    await updateRow(
      context.tx,
      account,
      user_id,
      version,
      { name, superior_id, email, role_id, projects: projectsOf(values) },
      context.session.scope,
    )
    await tellOfWorkLeft(context.tx, before)
    return { user_id }
  },
)

const newPassword = defineCall(
  {
    ...write,
    path: '/api/admin/newPassword',
    label: newPasswordForm.title,
    params: editParams(account, sentForm(newPasswordForm) as FormSchema),
    prepare: async ({ db, params }) => {
      const { user_id, password } = params as { user_id: number; password: string }
      const found = await db.selectFrom('account').select('user_name').where('user_id', '=', user_id).executeTakeFirst()
      if (!found) throw new CallError(404)
      return newHash(password, found.user_name)
    },
  },
  async (context: Context<Session, string>, params) => {
    const { tx, prepared } = context
    const { user_id } = params as { user_id: number }
    await mustOutrank(context, [user_id])
    const renewed = await tx
      .updateTable('account')
      .set({ password: prepared, ...changed })
      .where('user_id', '=', user_id)
      .returning('user_name')
      .executeTakeFirst()
    if (!renewed) throw new CallError(404)
    await closeAllSessions(tx, user_id)
    await giveTriesBack(tx, renewed.user_name)
    return { user_id }
  },
)

type Deed = (tx: Tx, keys: readonly number[]) => Promise<void>

/** Whose account a row of 账号 or of 登录会话 is. */
const ownersOf = async (tx: Tx, resource: typeof account, keys: readonly number[]): Promise<number[]> => {
  if (resource === account) return [...keys]
  const { rows } = await sql<Row<'session', 'user_id'>>`select user_id from session where session_id = any(${keys}::integer[])`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

const onRows = (resource: typeof account, name: string, deed: Deed): Call => {
  const action = resource.actions.find((other) => other.name === name)
  if (!action) throw new Error(`${resource.name} has no action ${name}`)
  return defineCall(
    { ...write, path: action.can, label: action.label, params: actionParams(resource, action) },
    async (context: Context, params) => {
      const { tx } = context
      const keys = oneOrMany(resource, params as Params)
      await mustOutrank(context, await ownersOf(tx, resource, keys))
      // Whose accounts these may be was judged already, and not by projects.
      await holdSeen(tx, resource, keys, params as Params, null)
      await deed(tx, keys)
      return { count: keys.length }
    },
  )
}

const mustBeAll = async (statement: RawBuilder<unknown>, tx: Tx, keys: readonly number[], refusal: CallError): Promise<void> => {
  const { numAffectedRows = 0n } = await statement.execute(tx)
  if (Number(numAffectedRows) !== new Set(keys).size) throw refusal
}

const turn =
  (isActive: boolean): Deed =>
  async (tx, keys) => {
    const before = isActive ? [] : await inUse(tx, keys)
    await mustBeAll(
      sql`
      update account set is_active = ${isActive}, version = version + 1, updated_at = epoch_now()
      where user_id = any(${keys}::integer[]) and is_active <> ${isActive}
    `,
      tx,
      keys,
      new CallError(409, `账号不存在或已${isActive ? '启用' : '停用'}，请刷新后重试`),
    )
    if (isActive) return
    for (const key of keys) await closeAllSessions(tx, key)
    await tellOfWorkLeft(tx, before)
  }

/** Those who have left are offered no more, and still named where they were chosen. */
const find = lookupCall(
  {
    path: '/api/admin/find',
    label: '查找人员',
    group,
    can: 'session',
    key: 'user_id',
    finds: { keyword: { type: 'string', title: '姓名或账号', maxLength: 60 } },
  },
  async ({ tx }, { keyword = '' }, { chosen, isNaming, part }) => {
    const { rows } = await sql<Row<'account', 'user_id' | 'name'>>`
      select user_id, name from account
      where (is_active or ${isNaming}) and ${chosen} and (position(lower(${keyword}) in lower(name)) > 0 or position(lower(${keyword}) in lower(user_name)) > 0)
      order by name, user_id ${part}
    `.execute(tx)
    return rows
  },
)

/** The calls of 账号设置 beside those of its lists. */
export const staffCalls: Call[] = [
  find,
  add,
  edit,
  newPassword,
  onRows(account, 'disable', turn(false)),
  onRows(account, 'enable', turn(true)),
  onRows(account, 'signOut', async (tx, keys) => {
    for (const key of keys) await closeAllSessions(tx, key)
  }),
  onRows(session, 'end', (tx, keys) =>
    mustBeAll(sql`delete from session where session_id = any(${keys}::integer[])`, tx, keys, new CallError(404)),
  ),
]
