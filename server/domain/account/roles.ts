import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { pages, resourceNamed, resources } from '../../../src/derive/declared.ts'
import { accessTree, sidebarTree } from '../../../src/derive/roleTrees.ts'
import { type Context, defineCall, noParams } from '../../calls/defineCall.ts'
import { codeOf, registry } from '../../calls/registry.ts'
import { explainConstraint } from '../../store/problems.ts'
import { openView, VIEW } from './sessions.ts'

for (const name of ['account_role_id_fkey', 'account_role_id_ref']) explainConstraint(name, '仍有账号使用该角色，不能删除')
explainConstraint('role_name_key', '已有同名的角色')
explainConstraint('last_administrator', '至少要留一个在用的管理员账号（角色含全部接口）')

const group = '角色设置'
const INDEX = '/api/role/index'

/** Every code that a role can hold, by the screen it belongs to. */
const permissionTree = (): { group: string; calls: { path: string; label: string }[] }[] => {
  const groups = new Map([['全部', [{ path: '*', label: '全部接口（含以后新增的）' }]]])
  for (const call of registry().values()) {
    if (codeOf(call) !== call.path) continue
    const calls = groups.get(call.group) ?? []
    groups.set(call.group, [...calls, { path: call.path, label: call.label }])
  }
  return [...groups].map(([name, calls]) => ({ group: name, calls }))
}

const roleId = { type: 'integer', title: '角色', minimum: 1, maximum: 2_147_483_647, 'x-msg': { required: '请指明记录' } } as const

const tree = (path: `/${string}`, label: string, give: () => unknown) =>
  defineCall({ path, label, group, can: INDEX, params: noParams(label) }, async () => give())

/** The calls of 角色设置 beside those of its list and dialogs. */
export const roleCalls = [
  tree('/api/role/tree', '接口权限的选项', permissionTree),
  tree('/api/role/access', '可打开页面的选项', () => accessTree(resources, pages)),
  tree('/api/role/sidebar', '菜单的选项', () => sidebarTree(resources, pages)),
  defineCall(
    { path: '/api/role/find', label: '选择角色', group, can: 'session', params: noParams('选择角色') },
    async ({ tx }: Context) => {
      const { rows } = await sql<{ role_id: number; name: string }>`select role_id, name from role order by role_id`.execute(tx)
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
      params: {
        title: '复制角色',
        type: 'object',
        properties: { role_id: roleId, ...resourceNamed('role').actions.find(({ name }) => name === 'copy')?.form?.properties },
        required: ['role_id', 'name'],
        additionalProperties: false,
      },
    },
    async ({ tx, session }: Context, params) => {
      const { role_id, name } = params as { role_id: number; name: string }
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
    async ({ db, session, address }: Context, { role_id }) => {
      const { rows } = await sql`select from role where role_id = ${role_id}`.execute(db)
      if (rows.length === 0) throw new CallError(404)
      return { token: await openView(db, session, role_id, address) }
    },
  ),
]
