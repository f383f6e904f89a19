import { definePage } from '../../core/page.ts'

export default definePage({
  name: 'invoice_list',
  label: '发票列表',
  path: '/bill/invoiceList',
  menu: { group: '财务管理', order: 56, icon: 'invoice' },
  access: 'flow',
  strips: [
    { label: '收据', resource: 'receipt' },
    {
      label: '收据待作废',
      resource: 'receipt',
      where: { status: [1], is_reversed: [1] },
      counts: true,
      empty: '没有要作废的：收款红冲以后，它的收据列在这里',
    },
  ],
})
