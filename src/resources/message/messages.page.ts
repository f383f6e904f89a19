import { definePage } from '../../core/page.ts'
import { codesOf } from '../../core/states.ts'
import message from './message.ts'

export default definePage({
  name: 'messageCenter',
  label: '消息中心',
  path: '/message',
  access: null,
  strips: [
    { label: '未读', resource: 'message', where: { status: codesOf(message, 'unread') } },
    { label: '已读', resource: 'message', where: { status: codesOf(message, 'read') } },
    { label: '回收站', resource: 'message', where: { status: codesOf(message, 'trash') } },
  ],
})
