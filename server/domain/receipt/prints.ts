import { definePrint } from '../../prints/definePrint.ts'
import { contentsOf, receiptsOf } from './makeReceipts.ts'
import template from './receipt.typ?raw'

export default [
  definePrint({
    name: 'receipt_paper',
    label: '收据',
    letters: 'PJ',
    of: 'receipt',
    can: '/api/receipt/print',
    template,
    settled: '这张收据没有内容，请作废后另开',
    data: ({ tx }, keys) => contentsOf(tx, keys),
    marksCopies: true,
  }),
  definePrint({
    name: 'receipt',
    label: '收据',
    letters: 'PJ',
    of: 'flow',
    can: '/api/flow/receipt',
    template,
    makes: { print: 'receipt_paper', recordsOf: ({ tx, reader }, keys) => receiptsOf(tx, keys, reader.userId) },
  }),
]
