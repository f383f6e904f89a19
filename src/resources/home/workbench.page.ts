import { definePage } from '../../core/page.ts'

export default definePage({
  name: 'workbench',
  label: '工作台',
  path: '/workbench/workbench',
  menu: { order: 10, icon: 'work' },
  access: 'workbench',
  screen: 'workbench',
  reads: '/api/workbench/index',
})
