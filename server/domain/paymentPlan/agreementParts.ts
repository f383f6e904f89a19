import { filled } from '../../../src/core/prints.ts'
import { linesOf, type TemplateLine } from '../../../src/derive/template.ts'
import type { agreementTables, agreementWords } from '../../../src/schemas/paymentPlan/paper.ts'

type Word = (typeof agreementWords)[number]
type Table = (typeof agreementTables)[number]

/** What an agreement has in the place of each word: of some a line of its own for each of several sentences. */
export type Said = Record<Exclude<Word, Table>, string | readonly string[]>

/** A part of an agreement: a line, or the place of a table. */
export type AgreementPart = TemplateLine | { is: 'debts' | 'instalments' }

const TABLES: Readonly<Record<Table, 'debts' | 'instalments'>> = { 欠款明细: 'debts', 各期: 'instalments' }

const joined = (said: string | readonly string[]): string => (typeof said === 'string' ? said : said.join(''))

/**
 * Gives what an agreement says, from the operator's text (催缴设置): words in braces are the plan's own, tables stand where the text says so. What is put in is
 * never read as a word, nor as a line.
 */
export const agreementParts = (text: string, said: Said): AgreementPart[] => {
  const words = Object.fromEntries(Object.entries(said).map(([word, what]) => [word, joined(what)]))
  return linesOf(text).flatMap((line): AgreementPart[] => {
    const alone = /^\{(.+)\}$/.exec(line.text.trim())?.[1] ?? ''
    if (Object.hasOwn(TABLES, alone)) return [{ is: TABLES[alone as Table] }]
    const sentences = said[alone as keyof Said]
    if (Array.isArray(sentences)) return sentences.map((sentence: string) => ({ is: line.is, text: sentence }))
    return [{ ...line, text: filled(line.text, words) }]
  })
}

/** Parts the last section from what is before it: whoever signs signs beneath its words, on one page with them. None is parted that has a table. */
export const withLastSection = (parts: readonly AgreementPart[]): { before: AgreementPart[]; last: AgreementPart[] } => {
  const head = parts.findLastIndex(({ is }) => is === 'head')
  const at = head < 0 || parts.slice(head).some((part) => !('text' in part)) ? parts.length : head
  return { before: parts.slice(0, at), last: parts.slice(at) }
}
