import { definePrint } from '../../prints/definePrint.ts'
import { AGREEMENT_READS, agreementContents } from './agreement.ts'
import template from './agreement.typ?raw'

export default [
  definePrint({
    name: 'plan_agreement',
    label: '还款协议',
    letters: 'HKX',
    of: 'payment_plan',
    can: '/api/payment_plan/agreement',
    template,
    reads: () => AGREEMENT_READS,
    data: ({ tx }, keys) => agreementContents(tx, keys),
  }),
]
