import template from '../../prints/declared.typ?raw'
import { definePrint } from '../../prints/definePrint.ts'
import { demandsOf, PAPER } from './demands.ts'

export default [
  definePrint({
    name: PAPER,
    label: '催缴函',
    letters: 'CH',
    of: 'demand',
    can: '/api/demand/print',
    template,
    settled: '这份催缴函没有内容，请在账单上另打印',
  }),
  definePrint({
    name: 'demand_letter',
    label: '催缴函',
    letters: 'CH',
    of: 'bill',
    can: '/api/bill/letter',
    template,
    makes: { print: PAPER, recordsOf: demandsOf, joins: true },
  }),
]
