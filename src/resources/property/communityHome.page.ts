import { definePage } from '../../core/page.ts'

export default definePage({
  name: 'communityHome',
  label: '小区主页',
  path: '/community',
  menu: { order: 35, icon: 'picture' },
  access: 'build',
  screen: 'community',
  reads: '/api/community/home',
})
