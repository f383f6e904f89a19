import { definePage } from '../../core/page.ts'

export default definePage({
  name: 'home',
  label: '房态图',
  path: '/home',
  menu: { order: 20, icon: 'map' },
  access: 'build',
  screen: 'roomMap',
  reads: '/api/org/map',
})
