import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { Field } from '../../../src/core/form.ts'
import { pages, resourceNamed, resources } from '../../../src/declared/declared.ts'
import { form, id } from '../../../src/derive/callParams.ts'
import { accessTree, sidebarTree } from '../../../src/derive/roleTrees.ts'
import { type Call, type Context, defineCall, noParams } from '../../calls/defineCall.ts'
import { lookupCall } from '../../calls/lookupCall.ts'
import { codesOf, registry } from '../../calls/registry.ts'
import { derivedCall, oneOrMany } from '../../calls/resourceCalls.ts'
import type { Row } from '../../store/connection/rows.ts'
import { canGiveCode, canGiveKey, mustHold, mustHoldRoles, ownRights, type Rights } from './giving.ts'
import { hiddenEntries } from './hiddenEntries.ts'
import { openView, VIEW } from './sessions.ts'

const group = '角色设置'
const INDEX = '/api/role/index'

/** Every code that the caller can give to a role, by the screen it belongs to. */
const permissionTree = (own: Rights): { group: string; calls: { path: string; label: string }[] }[] => {
  const groups = new Map(canGiveCode(own, '*') ? [['全部', [{ path: '*', label: '全部接口（含以后新增的）' }]]] : [])
  for (const call of registry().values()) {
    if (!codesOf(call).includes(call.path) || !canGiveCode(own, call.path)) continue
    const calls = groups.get(call.group) ?? []
    groups.set(call.group, [...calls, { path: call.path, label: call.label }])
  }
  return [...groups].map(([name, calls]) => ({ group: name, calls }))
}

const roleId = id('角色')

const words = (title: string) =>
  ({ type: 'array', title, maxItems: 2000, items: { type: 'string', maxLength: 200 }, 'x-is': 'texts' }) as const

/** The keys that the caller can give. */
const keyTree = (own: Rights) =>
  accessTree(resources, pages).flatMap((branch) => {
    const keys = branch.keys.filter(({ key }) => canGiveKey(own, key))
    return keys.length > 0 ? [{ ...branch, keys }] : []
  })

/** What a role is put together from, by the param that takes it: as much as these rights can give. */
export const roleChoices = {
  permission: permissionTree,
  access: keyTree,
  sidebar: () => sidebarTree(resources, pages),
}

const tree = (path: `/${string}`, label: string, give: (own: Rights) => unknown) =>
  defineCall({ path, label, group, can: INDEX, params: noParams(label) }, async ({ tx, session }: Context) =>
    give(await ownRights(tx, session)),
  )

const role = resourceNamed('role')

/** What a dialog would put into a role. */
const rightsIn = ({ permission = [], access = [] }: Readonly<Record<string, unknown>>): Rights => ({ permission, access }) as Rights

/** A derived call of 角色设置 after its check: nobody makes, widens or takes away a role that holds more than he does. */
const guarded = (
  name: 'add' | 'edit' | 'del',
  check: (context: Context, params: Readonly<Record<string, unknown>>) => Promise<void>,
): Call => {
  const call = derivedCall(role, name, resourceNamed)
  return {
    ...call,
    handle: async (context: Context, params: Record<string, unknown>) => {
      await check(context, params)
      return call.handle(context, params)
    },
  }
}

/** The calls of 角色设置 beside those of its list and dialogs. */
export const roleCalls: Call[] = [
  guarded('add', (context, params) => mustHold(context, rightsIn(params))),
  guarded('edit', async (context, params) => {
    await mustHoldRoles(context, [Number(params.role_id)])
    await mustHold(context, rightsIn(params))
  }),
  guarded('del', (context, params) => mustHoldRoles(context, oneOrMany(role, params))),
  tree('/api/role/tree', '接口权限的选项', roleChoices.permission),
  tree('/api/role/access', '可打开页面的选项', roleChoices.access),
  tree('/api/role/sidebar', '菜单的选项', roleChoices.sidebar),
  defineCall(
    {
      path: '/api/role/menu',
      label: '角色看到的菜单',
      group,
      can: INDEX,
      params: form('角色看到的菜单', { permission: words('接口权限'), access: words('可打开的页面'), sidebar: words('菜单中隐藏') }, []),
    },
    // As for whoever logs in with such a role.
    async (_: Context, { permission = [], access = [], sidebar = [] }) => hiddenEntries({ permission, access, sidebar }),
  ),
  lookupCall(
    {
      path: '/api/role/find',
      label: '选择角色',
      group,
      can: 'session',
      key: 'role_id',
      finds: { keyword: { type: 'string', title: '角色名称', maxLength: 40 } },
    },
    async ({ tx }, { keyword = '' }, { chosen, part }) => {
      const { rows } = await sql<Row<'role', 'role_id' | 'name'>>`
        select role_id, name from role
        where ${chosen} and position(lower(${keyword}) in lower(name)) > 0 order by role_id ${part}
      `.execute(tx)
      return rows
    },
  ),
  defineCall(
    {
      path: '/api/role/copy',
      label: '复制角色',
      group,
      can: 'self',
      writes: true,
      params: form<Readonly<Record<string, Field>>, readonly string[]>(
        '复制角色',
        { role_id: roleId, ...role.actions.find(({ name }) => name === 'copy')?.form?.properties },
        ['role_id', 'name'],
      ),
    },
    async (context: Context, params) => {
      const { tx, session } = context
      const { role_id, name } = params as { role_id: number; name: string }
      await mustHoldRoles(context, [role_id])
      const { rows } = await sql<Row<'role', 'role_id'>>`
        insert into role (name, permission, access, sidebar, created_by)
        select ${name}, permission, access, sidebar, ${session.userId}::integer from role where role_id = ${role_id} returning role_id
      `.execute(tx)
      if (!rows[0]) throw new CallError(404)
      return rows[0]
    },
  ),
  // Its answer holds a token, which must not be kept as the answers of other writes are.
  defineCall(
    {
      path: VIEW,
      label: '以此角色查看',
      group,
      can: 'self',
      writes: 'itself',
      params: form('以此角色查看', { role_id: roleId }, ['role_id']),
    },
    async (context: Context, { role_id }) => {
      const { db, session, address } = context
      const found = await db.selectFrom('role').select('role_id').where('role_id', '=', role_id).executeTakeFirst()
      if (!found) throw new CallError(404)
      await mustHoldRoles(context, [role_id])
      return { token: await openView(db, session, role_id, address) }
    },
  ),
]
