import { definePage } from '../../core/page.ts'

export default definePage({
  name: 'journal_list',
  label: '总账',
  path: '/bill/journalList',
  menu: { group: '财务管理', order: 56, icon: 'journal' },
  access: 'flow',
  strips: [
    { label: '科目余额表', resource: 'trial' },
    { label: '分录', resource: 'journal_line' },
    { label: '会计科目', resource: 'ledger_account' },
    { label: '本单位账户', resource: 'own_account' },
    { label: '记账规则', resource: 'posting_rule' },
    { label: '期初建账', resource: 'opening' },
    { label: '期初明细', resource: 'opening_item' },
  ],
})
