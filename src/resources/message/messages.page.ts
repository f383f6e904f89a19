import { definePage } from '../../core/page.ts'

export default definePage({
  name: 'messageCenter',
  label: '消息中心',
  path: '/message',
  access: null,
  strips: [
    { label: '未读', resource: 'message', where: { status: [1] } },
    { label: '已读', resource: 'message', where: { status: [2] } },
    { label: '回收站', resource: 'message', where: { status: [3] } },
  ],
})
