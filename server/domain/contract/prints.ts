import { definePrint } from '../../prints/definePrint.ts'
import { signPdf } from '../netSign/index.ts'
import { contractTemplate, paperContents } from './paper.ts'
import { SIGNED_PAPER } from './settleSigned.ts'

const nowSeconds = (): number => Math.floor(Date.now() / 1000)

export default [
  definePrint({
    name: 'contract_paper',
    label: '合同',
    letters: 'HZ',
    of: 'contract',
    can: '/api/contract/paper',
    template: contractTemplate,
    data: ({ tx }, keys) => paperContents(tx, keys, nowSeconds()),
  }),
  definePrint({
    ...SIGNED_PAPER,
    label: '电子合同',
    of: 'contract',
    can: '/api/contract/signed_paper',
    template: contractTemplate,
    settled: '这份合同签署时没有生成电子合同，请看合同扫描件或打印合同',
    finish: (ground, { pdf, content }) =>
      signPdf(ground, { pdf, reason: `合同 ${String(content.values.sn)}`, at: Number(content.values.signed_at) }),
  }),
]
