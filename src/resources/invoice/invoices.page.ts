import { definePage } from '../../core/page.ts'

export default definePage({
  name: 'invoice_list',
  label: '发票列表',
  path: '/bill/invoiceList',
  menu: { group: '财务管理', order: 56, icon: 'invoice' },
  access: 'flow',
  strips: [
    { label: '发票', resource: 'invoice_request' },
    {
      label: '需红冲',
      resource: 'invoice_request',
      where: { kind: [1], is_over: [1] },
      counts: true,
      empty: '没有要红冲的：账单作废、减免以后，多开的发票列在这里',
    },
    { label: '收据', resource: 'receipt' },
    {
      label: '收据待作废',
      resource: 'receipt',
      where: { status: [1], is_reversed: [1] },
      counts: true,
      empty: '没有要作废的：收款红冲或撤销认领以后，它的收据列在这里',
    },
    { label: '缴纳证明', resource: 'certificate' },
    { label: '开票抬头', resource: 'invoice_title' },
  ],
})
