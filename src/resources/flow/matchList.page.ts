import { definePage } from '../../core/page.ts'

export default definePage({
  name: 'match_list',
  label: '核销记录',
  path: '/bill/matchList',
  menu: { group: '财务管理', order: 53, icon: 'matches' },
  access: 'flow',
  strips: [
    { label: '核销记录', resource: 'match' },
    { label: '自动核销', resource: 'match_run' },
    { label: '未核销收款', resource: 'open_receipt' },
  ],
})
