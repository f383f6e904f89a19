import { defineResource } from '../../core/resource.ts'
import { accountForm, accountReaches, editAccountForm, newPasswordForm } from '../../schemas/account/account.ts'

/** Staff. `name` is what others read beside what this person did. */
export default defineResource({
  name: 'account',
  label: '账号',
  key: 'user_id',
  title: 'name',
  columns: {
    user_id: { label: '编号', is: 'int', list: 'never' },
    name: { label: '姓名', required: true, max: 40, filter: true },
    user_name: { label: '账号', required: true, max: 60, unique: true, filter: true },
    role_id: { label: '角色', is: 'ref', of: 'role', required: true, filter: true },
    reach: { label: '项目范围', is: 'enum', of: accountReaches, derived: true },
    projects: { label: '可见项目', is: 'refs', of: 'project', width: 220 },
    superior_id: { label: '直属上级', is: 'ref', of: 'account', list: false, width: 100 },
    email: { label: '电子邮箱', max: 100, list: false, width: 180 },
    status: { label: '状态', derived: true, filter: true },
    last_login_at: { label: '上次登录', is: 'datetime', fixed: true },
    created_at: { label: '建立时间', is: 'datetime', fixed: true, list: false },
  },
  past: false,
  sort: ['user_id', 'asc'],
  dialogs: { add: accountForm, edit: editAccountForm, newPassword: newPasswordForm },
  // Kept as is_active: whoever asks whether somebody may be here asks nothing else.
  states: {
    column: 'status',
    of: {
      active: { code: 1, label: '在用', tone: 'good' },
      disabled: { code: 2, label: '停用', tone: 'quiet' },
    },
    first: 'active',
  },
  actions: {
    newPassword: { label: '重置密码', on: 'row', can: '/api/admin/newPassword', opens: 'newPassword', done: '密码已重置，请告知本人' },
    signOut: { label: '全部退出', on: 'rows', can: '/api/admin/signOut', confirm: '所选账号将在所有浏览器中退出登录' },
    disable: {
      label: '停用',
      on: 'rows',
      can: '/api/admin/disable',
      from: 'active',
      to: 'disabled',
      confirm: '所选账号将不能登录，正在使用的会立即退出',
      tone: 'danger',
    },
    enable: { label: '启用', on: 'rows', can: '/api/admin/enable', from: 'disabled', to: 'active', confirm: '所选账号将可以登录' },
  },
  calls: {
    index: '/api/admin/index',
    detail: '/api/admin/detail',
    add: '/api/admin/add',
    edit: '/api/admin/edit',
    export: '/api/admin/export',
    del: false,
  },
  domain: ['add', 'edit'],
  lookup: '/api/admin/find',
  view: 'account_view',
  has: [{ label: '登录会话', resource: 'session', by: 'user_id' }],
})
