import { definePage } from '../../core/page.ts'

export default definePage({
  name: 'outboxes',
  label: '发件箱',
  path: '/setting/outbox',
  menu: { group: '设置', part: '系统', order: 242, icon: 'outbox' },
  access: 'setting_push',
  strips: [
    { label: '待发', resource: 'outbox', where: { state: [1, 4] } },
    { label: '失败', resource: 'outbox', where: { state: [3] } },
    { label: '全部', resource: 'outbox' },
  ],
})
