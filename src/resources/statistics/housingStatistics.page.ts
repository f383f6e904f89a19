import { definePage } from '../../core/page.ts'

export default definePage({
  name: 'housingStatistics',
  label: '房源统计',
  path: '/setting/housingStatistics',
  menu: { group: '统计', order: 202, icon: 'pie' },
  access: null,
  screen: 'housingStatistics',
  reads: '/api/statistics/housing',
})
