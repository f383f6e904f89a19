import { definePage } from '../../core/resource.ts'

export default definePage({
  name: 'memberStatistics',
  label: '会员统计',
  path: '/setting/memberStatistics',
  menu: { group: '设置', order: 201, icon: 'setting' },
  access: null,
  screen: 'memberStatistics',
  reads: '/api/statistics/member',
})
