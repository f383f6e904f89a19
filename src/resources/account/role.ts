import { defineForm } from '../../core/form.ts'
import { defineResource } from '../../core/resource.ts'

const screens = { group: 'group', value: 'id', label: 'label' } as const

export default defineResource({
  name: 'role',
  label: '角色设置',
  path: '/setting/role',
  menu: { group: '设置', part: '组织', order: 232, icon: 'role' },
  access: 'setting_lessee',
  key: 'role_id',
  title: 'name',
  columns: {
    role_id: { label: '编号', is: 'int', list: 'never' },
    name: { label: '角色名称', required: true, max: 40, unique: true, filter: true },
    permission: {
      label: '接口权限',
      is: 'texts',
      tree: { call: '/api/role/tree', group: 'group', list: 'calls', value: 'path', label: 'label' },
    },
    access: { label: '可打开的页面', is: 'texts', tree: { ...screens, call: '/api/role/access', list: 'keys', value: 'key' } },
    sidebar: { label: '菜单中隐藏', is: 'texts', tree: { ...screens, call: '/api/role/sidebar', list: 'screens' } },
  },
  past: false,
  sort: ['role_id', 'asc'],
  form: ['name', 'permission', 'access', 'sidebar'],
  import: false,
  domain: ['add', 'edit', 'del'],
  dialogs: {
    copy: defineForm({
      title: '复制角色',
      type: 'object',
      properties: { name: { type: 'string', title: '新角色名称', maxLength: 40, 'x-wide': true } },
      required: ['name'],
      additionalProperties: false,
    }),
  },
  actions: {
    rights: { label: '权限表', on: 'row', can: '/api/role/edit', leads: '/setting/roleRights/{role_id}' },
    copy: { label: '复制角色', on: 'row', can: '/api/role/copy', opens: 'copy' },
    view: {
      label: '以此角色查看',
      on: 'row',
      can: '/api/role/view',
      enters: true,
      confirm: '此浏览器标签页将以该角色的权限显示系统，只能看，不能修改；点“退出查看”回来',
    },
  },
})
