import type { CallPath } from '../../../src/core/action.ts'
import { definePrint, type PrintSpec } from '../../prints/definePrint.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { signPdf } from '../netSign/index.ts'
import { contractTemplate, paperContents } from './paper.ts'
import type { PaperValues } from './paperValues.ts'

/** A paper's word, and what its numbers begin with. */
interface Named {
  name: string
  letters: string
}

/** Of what records, under which names, and what they are filled with. */
interface Papers {
  of: 'contract' | 'lease'
  paper: Named
  signed: Named
  values: (db: Queryable, keys: readonly number[], now: number) => Promise<ReadonlyMap<number, PaperValues>>
}

/** Gives the two papers of what can be signed: the contract as it is printed, and the one that was signed electronically, which is kept as it was. */
export const definePapers = ({ of, paper, signed, values }: Papers): PrintSpec[] => {
  const call = (name: string): CallPath => `/api/${of}/${name}`
  return [
    definePrint({
      ...paper,
      label: '合同',
      of,
      can: call('paper'),
      template: contractTemplate,
      data: async ({ tx }, keys) => paperContents(tx, await values(tx, keys, Math.floor(Date.now() / 1000))),
    }),
    definePrint({
      ...signed,
      label: '电子合同',
      of,
      can: call('signed_paper'),
      template: contractTemplate,
      settled: '这份合同签署时没有生成电子合同，请看合同扫描件或打印合同',
      finish: (ground, { pdf, content }) =>
        signPdf(ground, { pdf, reason: `合同 ${String(content.values.sn)}`, at: Number(content.values.signed_at) }),
    }),
  ]
}
