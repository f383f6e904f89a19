import { defineResource } from '../../core/resource.ts'

/** What the system tells one person: unread → read → trash → read (spec.md section 4). Everyone has their own. */
export default defineResource({
  name: 'message',
  label: '消息',
  log: false,
  key: 'msg_id',
  title: 'title',
  columns: {
    msg_id: { label: '编号', is: 'int', list: 'never' },
    title: { label: '标题', spoken: true, required: true, max: 100, width: 260 },
    content: { label: '内容', is: 'note', spoken: true, required: true, max: 2000, width: 480 },
    create_time: { label: '时间', is: 'datetime', required: true, fixed: true, filter: true, width: 120 },
    status: { label: '状态', required: true, filter: true, width: 90 },
    resource: { label: '关于', is: 'resource', fixed: true, width: 90, leads: { resource: 'resource', key: 'record_id' } },
    record_id: { label: '记录编号', is: 'int', fixed: true, list: 'never' },
    custom_id: { label: '租客', is: 'ref', of: 'lessee', fixed: true, filter: 'more', list: 'never' },
    company_id: { label: '企业', is: 'ref', of: 'company', fixed: true, filter: 'more', list: 'never' },
    account_id: { label: '收件人', is: 'ref', of: 'account', required: true, fixed: true, list: 'never' },
  },
  sort: ['msg_id', 'desc'],
  states: {
    column: 'status',
    of: {
      unread: { code: 1, label: '未读', tone: 'info' },
      read: { code: 2, label: '已读', tone: 'quiet' },
      trash: { code: 3, label: '回收站', tone: 'quiet' },
    },
    first: 'unread',
  },
  actions: {
    read: { label: '标为已读', on: 'rows', can: '/message/has_read', from: 'unread', to: 'read', confirm: false },
    remove: { label: '移到回收站', on: 'rows', can: '/message/remove_readed', from: 'read', to: 'trash', confirm: false },
    restore: { label: '还原', on: 'rows', can: '/message/restore', from: 'trash', to: 'read', confirm: false },
  },
  calls: { index: '/api/notice/index', detail: '/message/content', add: false, edit: false, del: false },
  own: 'account_id',
  empty: '没有消息',
})
