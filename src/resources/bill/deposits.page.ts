import { definePage } from '../../core/page.ts'

export default definePage({
  name: 'deposit_list',
  label: '押金台账',
  path: '/bill/depositList',
  menu: { group: '财务管理', order: 54, icon: 'deposit' },
  access: 'flow',
  strips: [
    { label: '押金余额', resource: 'deposit' },
    { label: '收退明细', resource: 'deposit_entry' },
  ],
})
