import { nearest } from '../core/nearest.ts'
import { bracesIn, filled } from '../core/prints.ts'
import {
  markFields,
  numberFields,
  PLAN_FIELD,
  type TemplateField,
  type TemplateValues,
  type TextField,
  templateFields,
} from '../schemas/template/template.ts'

/** A mistake in a template's text, with its place counted from 1. */
export interface TemplateProblem {
  line: number
  column: number
  message: string
}

const isField = (word: string): word is TemplateField => templateFields.some((field) => field === word)

const messageOf = (found: string, word: string | undefined, isAlone: boolean): string | null => {
  if (word === undefined) return found === '{' ? '“{”没有配对的“}”' : '“}”没有配对的“{”'
  if (word === PLAN_FIELD && !isAlone) return `“${found}”是一张表，须单独占一行`
  if (isField(word)) return null
  const near = nearest(word, templateFields)
  // Named with its braces, as it is typed: a bare name would be put into English.
  return near ? `没有字段“${found}”，是否想写“${`{${near}}`}”` : `没有字段“${found}”`
}

/** Gives what is wrong with a template's text: fields that are not in the list, a table within a line, and braces that stand alone. */
export const templateProblems = (text: string): TemplateProblem[] =>
  bracesIn(text).flatMap(({ line, column, found, word, isAlone }) => {
    const message = messageOf(found, word, isAlone)
    return message === null ? [] : [{ line, column, message }]
  })

/** Gives a problem with its place, as staff read it. */
export const problemText = ({ line, column, message }: TemplateProblem): string => `第 ${line} 行第 ${column} 字：${message}`

/** A line of a text: its title, the head of a section, or a paragraph; '' is a gap. */
export interface TemplateLine {
  is: 'title' | 'head' | 'text'
  text: string
}

/** Gives the lines of a text: `# ` begins its title, `## ` the head of a section. */
export const linesOf = (text: string): TemplateLine[] =>
  text.split('\n').map((line) => {
    if (line.startsWith('## ')) return { is: 'head', text: line.slice(3).trim() }
    if (line.startsWith('# ')) return { is: 'title', text: line.slice(2).trim() }
    return { is: 'text', text: line.trimEnd() }
  })

/**
 * Gives the parts of a text of the operator's: a line that is nothing but one of the words `alone` becomes what that stands for, others have `words` put in.
 * What is put in is never read as a word, nor as a line.
 */
export const textParts = <T>(
  text: string,
  words: Readonly<Record<string, string>>,
  alone: Readonly<Record<string, readonly T[]>>,
): (TemplateLine | T)[] =>
  linesOf(text).flatMap((line): readonly (TemplateLine | T)[] => {
    const word = /^\{(.+)\}$/.exec(line.text.trim())?.[1] ?? ''
    return (Object.hasOwn(alone, word) ? alone[word] : undefined) ?? [{ ...line, text: filled(line.text, words) }]
  })

/** A piece of a contract's line: words, a personal number that is opened only in drawing, or the place of a seal or a signature. */
export type ContractPiece =
  | { text: string }
  | { number: (typeof numberFields)[keyof typeof numberFields] }
  | { mark: (typeof markFields)[keyof typeof markFields] }

/** A part of a contract: a line, or the table of its payments. */
export type ContractPart =
  | { is: TemplateLine['is']; pieces: readonly ContractPiece[] }
  | { is: 'table'; heads: readonly string[]; aligns: readonly ('left' | 'right')[]; rows: readonly (readonly string[])[] }

const PLAN = { heads: ['应付日', '周期', '应付（元）'], aligns: ['left', 'left', 'right'] } as const

const within = <T extends object>(some: T, word: string): word is Extract<keyof T, string> => Object.hasOwn(some, word)

const pieceOf = (word: TemplateField, { texts }: TemplateValues, keepsNumbers: boolean): ContractPiece => {
  if (within(markFields, word)) return { mark: markFields[word] }
  if (keepsNumbers && within(numberFields, word)) return { number: numberFields[word] }
  return { text: texts[word as TextField] ?? '' }
}

/**
 * Gives what a template says of a contract, in its parts. A value is never read as a field, nor as a line. `keepsNumbers`: personal numbers are named, and put
 * in when the paper is drawn.
 */
export const contractParts = (text: string, values: TemplateValues, keepsNumbers = false): ContractPart[] =>
  linesOf(text).map((line): ContractPart => {
    if (line.text.trim() === `{${PLAN_FIELD}}`) return { is: 'table', ...PLAN, rows: values.plan }
    const pieces: ContractPiece[] = []
    let at = 0
    const put = (words: string): void => void (words !== '' && pieces.push({ text: words }))
    for (const found of line.text.matchAll(/\{([^{}\n]*)\}/g)) {
      const word = found[1] ?? ''
      if (!isField(word)) continue
      put(line.text.slice(at, found.index))
      pieces.push(pieceOf(word, values, keepsNumbers))
      at = found.index + found[0].length
    }
    put(line.text.slice(at))
    return { is: line.is, pieces }
  })

/** Whether a contract has a place for this mark. */
export const hasMark = (parts: readonly ContractPart[], mark: string): boolean =>
  parts.some((part) => part.is !== 'table' && part.pieces.some((piece) => 'mark' in piece && piece.mark === mark))

/** Where a seal or a signature will stand, in words that are only looked at. */
const BLANK = '_'.repeat(12)

/** Gives a part's words as they are looked at. */
export const wordsOf = (pieces: readonly ContractPiece[]): string => pieces.map((piece) => ('text' in piece ? piece.text : BLANK)).join('')
