import { definePage } from '../../core/page.ts'
import { codesOf } from '../../core/states.ts'
import outbox from './outbox.ts'

export default definePage({
  name: 'outboxes',
  label: '发件箱',
  path: '/setting/outbox',
  menu: { group: '设置', part: '系统', order: 242, icon: 'outbox' },
  access: 'setting_push',
  strips: [
    { label: '待发', resource: 'outbox', where: { state: codesOf(outbox, 'due') } },
    { label: '失败', resource: 'outbox', where: { state: codesOf(outbox, 'failed') } },
    { label: '全部', resource: 'outbox' },
  ],
})
