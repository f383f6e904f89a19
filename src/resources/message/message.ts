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
    status: {
      label: '状态',
      is: 'enum',
      of: { 1: '未读', 2: '已读', 3: '回收站' },
      tones: { 1: 'info', 2: 'quiet', 3: 'quiet' },
      required: true,
      default: 1,
      fixed: true,
      filter: true,
      width: 90,
    },
    account_id: { label: '收件人', is: 'ref', of: 'account', required: true, fixed: true, list: 'never' },
  },
  sort: ['msg_id', 'desc'],
  actions: {
    read: { label: '标为已读', on: 'rows', can: '/message/has_read', when: { status: 1 }, set: { status: 2 }, confirm: false },
    remove: { label: '移到回收站', on: 'rows', can: '/message/remove_readed', when: { status: 2 }, set: { status: 3 }, confirm: false },
    restore: { label: '还原', on: 'rows', can: '/message/restore', when: { status: 3 }, set: { status: 2 }, confirm: false },
  },
  calls: { index: '/api/notice/index', detail: '/message/content', add: false, edit: false, del: false },
  own: 'account_id',
  empty: '没有消息',
})
