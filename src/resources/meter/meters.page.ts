import { definePage } from '../../core/page.ts'

export default definePage({
  name: 'meter_list',
  label: '抄表管理',
  path: '/meter/meterList',
  menu: { group: '财务管理', order: 53, icon: 'meter' },
  access: 'meter',
  strips: [
    { label: '抄表记录', resource: 'meter' },
    { label: '待抄', resource: 'meter_due' },
  ],
})
