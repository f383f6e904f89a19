import type { RowOf } from '../../../src/core/typed.ts'
import { minuteOf } from '../../../src/protocol/dates.ts'
import type contract from '../../../src/resources/contract/contract.ts'
import { signWays } from '../../../src/schemas/contract/terms.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { settlePapers } from '../../prints/allot.ts'
import { printsByName } from '../../prints/registry.ts'
import { signedContent } from './paper.ts'
import { paperValues } from './paperValues.ts'

/** The signed paper's word, and what its numbers begin with. */
export const SIGNED_PAPER = { name: 'contract_signed', letters: 'HQ' } as const

type Held = RowOf<typeof contract> & { version: number }

/** How it was signed, as the paper tells it at its end. `how` is what the way alone does not say. */
const wordsOf = ({ sn, sign_way }: Held, name: string, at: number, how: string): string[] => [
  `电子合同 ${sn}：承租方 ${name} 于 ${minuteOf(at)} 以${signWays[(sign_way ?? 3) as keyof typeof signWays]}方式签署${how}。`,
  '本文件带有出租方的数字签名，签署后改动任何内容，验签都会不通过。',
]

/**
 * Settles what the signed paper of a contract says, in the transaction that signs it: it is drawn and signed with the operator's certificate after that, by whoever is
 * first to want it, and kept unchanged.
 */
export const settleSigned = async ({ tx, session, now }: Acting, row: Held, how = ''): Promise<void> => {
  const paper = (await paperValues(tx, [row.contract_id], now)).get(row.contract_id)
  const spec = printsByName().get(SIGNED_PAPER.name)
  const [sign] = row.sign_img ?? []
  if (!paper || !spec || sign === undefined) throw new Error(`contract ${row.contract_id} has no paper to sign`)
  const said = wordsOf(row, paper.values.texts.租客姓名 || paper.values.texts.企业名称, now, how)
  const content = await signedContent(tx, paper, { sign, at: now, said })
  const record = { key: row.contract_id, title: row.sn, version: row.version, p_id: row.p_id }
  await settlePapers(tx, spec, [record], new Map([[row.contract_id, content]]), session.userId)
}
