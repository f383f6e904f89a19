import { definePage } from '../../core/page.ts'

export default definePage({
  name: 'memberStatistics',
  label: '会员统计',
  path: '/setting/memberStatistics',
  menu: { group: '统计', order: 201, icon: 'chart' },
  access: null,
  screen: 'memberStatistics',
  reads: '/api/statistics/member',
})
