import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { idRange } from '../../../src/core/ids.ts'
import { pages, resourceNamed, resources } from '../../../src/declared/declared.ts'
import { accessTree, sidebarTree } from '../../../src/derive/roleTrees.ts'
import { type Call, type Context, defineCall, noParams } from '../../calls/defineCall.ts'
import { lookupCall } from '../../calls/lookupCall.ts'
import { codesOf, registry } from '../../calls/registry.ts'
import { derivedCall, oneOrMany } from '../../calls/resourceCalls.ts'
import { explainConstraint } from '../../store/problems.ts'
import { canGiveCode, canGiveKey, mustHold, mustHoldRoles, ownRights, type Rights } from './giving.ts'
import { openView, VIEW } from './sessions.ts'

for (const name of ['account_role_id_fkey', 'account_role_id_ref']) explainConstraint(name, '仍有账号使用该角色，不能删除')
explainConstraint('role_name_key', '已有同名的角色')
explainConstraint('last_administrator', '至少要留一个在用的管理员账号（角色含全部接口）')

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

const roleId = { type: 'integer', title: '角色', ...idRange, 'x-msg': { required: '请指明记录' } } as const

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
  lookupCall({ path: '/api/role/find', label: '选择角色', group, can: 'session', key: 'role_id' }, async ({ tx }, _, { chosen, part }) => {
    const { rows } = await sql<{ role_id: number; name: string }>`
      select role_id, name from role where ${chosen} order by role_id ${part}
    `.execute(tx)
    return rows
  }),
  defineCall(
    {
      path: '/api/role/copy',
      label: '复制角色',
      group,
      can: 'self',
      writes: true,
      params: {
        title: '复制角色',
        type: 'object',
        properties: { role_id: roleId, ...role.actions.find(({ name }) => name === 'copy')?.form?.properties },
        required: ['role_id', 'name'],
        additionalProperties: false,
      },
    },
    async (context: Context, params) => {
      const { tx, session } = context
      const { role_id, name } = params as { role_id: number; name: string }
      await mustHoldRoles(context, [role_id])
      const { rows } = await sql<{ role_id: number }>`
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
      params: {
        title: '以此角色查看',
        type: 'object',
        properties: { role_id: roleId },
        required: ['role_id'],
        additionalProperties: false,
      },
    },
    async (context: Context, { role_id }) => {
      const { db, session, address } = context
      const { rows } = await sql`select from role where role_id = ${role_id}`.execute(db)
      if (rows.length === 0) throw new CallError(404)
      await mustHoldRoles(context, [role_id])
      return { token: await openView(db, session, role_id, address) }
    },
  ),
]
