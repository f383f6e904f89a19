import { definePage } from '../../core/page.ts'

export default definePage({
  name: 'statement_list',
  label: '对账单',
  path: '/bill/statementList',
  menu: { group: '财务管理', order: 54, icon: 'statement' },
  access: 'flow',
  strips: [
    { label: '对账单', resource: 'statement' },
    {
      label: '未对上',
      resource: 'statement_line',
      where: { status: [1] },
      counts: true,
      actions: ['match'],
      empty: '没有未对上的行：对账单都对上了',
    },
    { label: '全部行', resource: 'statement_line', actions: [] },
    { label: '资金划转', resource: 'transfer' },
    { label: '余额调节表', resource: 'reconciliation' },
    { label: '未达账项', resource: 'open_item' },
    { label: '格式', resource: 'statement_form' },
  ],
})
