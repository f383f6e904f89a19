import { type TemplateLine, textParts } from '../../../src/derive/template.ts'
import type { agreementTables, agreementWords } from '../../../src/schemas/paymentPlan/paper.ts'

type Word = (typeof agreementWords)[number]
type Table = (typeof agreementTables)[number]

/** What an agreement has in the place of each word; what a breach is, sentence by sentence. */
export type Said = Record<Exclude<Word, Table | '违约'>, string> & { 违约: readonly string[] }

/** A part of an agreement: a line, or the place of a table. */
export type AgreementPart = TemplateLine | { is: 'debts' | 'instalments' }

/** Gives what an agreement says, from the operator's text (催缴设置): where 违约 stands alone, each of its sentences has a line. */
export const agreementParts = (text: string, said: Said): AgreementPart[] =>
  textParts<AgreementPart>(
    text,
    { ...said, 违约: said.违约.join('') },
    { 欠款明细: [{ is: 'debts' }], 各期: [{ is: 'instalments' }], 违约: said.违约.map((sentence) => ({ is: 'text', text: sentence })) },
  )

/** Parts the last section from what is before it: whoever signs signs beneath its words, on one page with them. None is parted that has a table. */
export const withLastSection = (parts: readonly AgreementPart[]): { before: AgreementPart[]; last: AgreementPart[] } => {
  const head = parts.findLastIndex(({ is }) => is === 'head')
  const at = head < 0 || parts.slice(head).some((part) => !('text' in part)) ? parts.length : head
  return { before: parts.slice(0, at), last: parts.slice(at) }
}
