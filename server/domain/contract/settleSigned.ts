import { minuteOf } from '../../../src/protocol/dates.ts'
import { signWays } from '../../../src/schemas/contract/terms.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { settlePapers } from '../../prints/allot.ts'
import type { PrintedRecord } from '../../prints/records.ts'
import { printNamed } from '../../prints/registry.ts'
import { signedContent } from './paper.ts'
import type { PaperValues } from './paperValues.ts'
import type { Signable } from './signable.ts'

/** How something was signed by hand: with which picture, in which of the ways, and for a company by whom. */
export interface HandSigned {
  sign: number
  way: number
  /** Name and position; null where the party itself has signed. */
  signatory: string | null
}

/** How it was signed, as the paper tells it at its end. */
const wordsOf = ({ sn, values: { texts } }: PaperValues, { way, signatory }: HandSigned, at: number): string[] => {
  const by = signatory === null ? '' : `（由 ${signatory} 签字）`
  return [
    `电子合同 ${sn}：承租方 ${texts.租客姓名 || texts.企业名称}${by} 于 ${minuteOf(at)} 以${signWays[way as keyof typeof signWays]}方式签署。`,
    '本文件带有出租方的数字签名，签署后改动任何内容，验签都会不通过。',
  ]
}

/**
 * Settles what the signed paper of a record says, in the transaction that signs it: it is drawn and signed with the operator's certificate after that, by whoever
 * is first to want it, and kept unchanged.
 */
export const settleSigned = async (
  { tx, session, now }: Acting,
  signable: Signable,
  record: PrintedRecord,
  by: HandSigned,
): Promise<void> => {
  const paper = await signable.paperOf(tx, record.key, now)
  if (!paper) throw new Error(`${signable.resource} ${record.key} has no paper to sign`)
  const content = await signedContent(tx, paper, { sign: by.sign, at: now, said: wordsOf(paper, by, now) })
  await settlePapers(tx, printNamed(signable.paper), [record], new Map([[record.key, content]]), session.userId)
}
