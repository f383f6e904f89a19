import { definePage } from '../../core/page.ts'

export default definePage({
  name: 'bill_list',
  label: '账单列表',
  path: '/bill/billList',
  menu: { group: '财务管理', order: 51, icon: 'bill' },
  access: 'bill_list',
  strips: [
    { label: '租客账单', resource: 'bill', opens: { filter: { state: [4] }, sort: ['bill_date', 'asc'] } },
    { label: '企业代收款', resource: 'bill_package' },
    { label: '账龄', resource: 'arrears' },
    { label: '逾期明细', resource: 'arrears_share' },
    { label: '违约金', resource: 'late_fee', opens: { filter: { has_rest: [1] }, sort: ['total', 'desc'] } },
    { label: '违约金账单', resource: 'late_fee_bill' },
    { label: '还款计划', resource: 'payment_plan' },
    { label: '催缴记录', resource: 'dunning' },
    { label: '催缴函', resource: 'demand' },
  ],
})
