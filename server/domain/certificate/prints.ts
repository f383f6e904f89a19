import { definePrint } from '../../prints/definePrint.ts'
import template from './certificate.typ?raw'
import { certificateOf, lastYear, PAPER } from './make.ts'

export default [
  definePrint({
    name: PAPER,
    label: '缴纳证明',
    letters: 'JN',
    of: 'certificate',
    can: '/api/certificate/print',
    template,
    settled: '这张证明没有内容，请另开',
    marksCopies: true,
  }),
  definePrint({
    name: 'tenant_certificate',
    label: '缴纳证明',
    letters: 'JN',
    of: 'lessee',
    can: '/api/lessee/certificate',
    template,
    makes: {
      print: PAPER,
      recordsOf: async ({ tx, reader }, keys) => {
        const months = await lastYear(tx)
        const made: number[] = []
        for (const key of keys) made.push((await certificateOf(tx, key, months, reader)).certificate_id)
        return made
      },
    },
  }),
]
