import { definePage } from '../../core/page.ts'

export default definePage({
  name: 'reports',
  label: '财务报表',
  path: '/bill/reports',
  menu: { group: '财务管理', order: 57, icon: 'report' },
  access: 'flow',
  strips: [
    { label: '收缴率', resource: 'collection' },
    { label: '账龄', resource: 'ageing' },
    { label: '运营月报', resource: 'month_report' },
    { label: '本月进度', resource: 'month_now' },
    { label: '空置损失', resource: 'vacancy' },
    { label: '收入支出', resource: 'profit' },
    { label: '增值税', resource: 'vat' },
    { label: '销项与进项', resource: 'vat_due' },
    { label: '应纳增值税', resource: 'vat_month' },
    { label: '进销项明细', resource: 'vat_line' },
    { label: '进项税额转出', resource: 'input_tax_out' },
    { label: '计税明细', resource: 'bill_vat' },
    { label: '收支日报', resource: 'cash_day' },
    { label: '签核记录', resource: 'cash_sign' },
    { label: '业主/财政结算单', resource: 'owner_settlement' },
    {
      label: '财政补贴',
      resource: 'bill_package',
      where: { party: [3] },
      empty: '没有由财政补贴的账单：合同的“各方承担”写明财政补贴的，开出的账单按月列在这里',
    },
    {
      label: '单位承担',
      resource: 'bill_package',
      where: { party: [2, 4] },
      empty: '没有由单位承担的账单：合同的“各方承担”写明单位承担的，开出的账单按月列在这里',
    },
  ],
})
