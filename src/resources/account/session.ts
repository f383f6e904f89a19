import { defineResource } from '../../core/resource.ts'

/** Who is logged in, where; its row ends one, 全部退出 of the account all. */
export default defineResource({
  name: 'session',
  label: '登录会话',
  key: 'session_id',
  title: 'address',
  columns: {
    session_id: { label: '编号', is: 'int', list: 'never' },
    address: { label: '地址' },
    user_id: { label: '人员', is: 'ref', of: 'account', filter: true },
    as_role: { label: '查看的角色', is: 'ref', of: 'role' },
    created_at: { label: '登录时间', is: 'datetime', sort: true },
    seen_at: { label: '最近活动', is: 'datetime', sort: true },
    expires_at: { label: '到期时间', is: 'datetime', list: false },
  },
  sort: ['seen_at', 'desc'],
  actions: { end: { label: '结束会话', on: 'rows', can: '/api/session/end', confirm: '所选会话将立即退出登录', tone: 'danger' } },
  calls: { detail: false, add: false, edit: false, del: false, export: false },
  view: 'session_view',
  stored: false,
  empty: '没有人在登录',
})
