import { definePrint } from '../../prints/definePrint.ts'
import template from './receipt.typ?raw'
import { receiptsOf } from './receipts.ts'

export default [
  definePrint({
    name: 'receipt',
    label: '收据',
    letters: 'PJ',
    of: 'flow',
    can: '/api/flow/receipt',
    template,
    data: ({ tx }, keys) => receiptsOf(tx, keys),
  }),
]
