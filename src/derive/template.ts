import { nearest } from '../core/nearest.ts'
import { bracesIn, withWords } from '../core/prints.ts'
import { type TemplateField, type TemplateValues, templateFields } from '../schemas/template/template.ts'

/** A mistake in a template's text, with its place counted from 1. */
export interface TemplateProblem {
  line: number
  column: number
  message: string
}

const isField = (word: string): word is TemplateField => templateFields.some((field) => field === word)

const messageOf = (found: string, word: string | undefined): string | null => {
  if (word === undefined) return found === '{' ? '“{”没有配对的“}”' : '“}”没有配对的“{”'
  if (isField(word)) return null
  const near = nearest(word, templateFields)
  // Named with its braces, as it is typed: a bare name would be put into English.
  return near ? `没有字段“${found}”，是否想写“${`{${near}}`}”` : `没有字段“${found}”`
}

/** Gives what is wrong with a template's text: fields that are not in the list, and braces that stand alone. */
export const templateProblems = (text: string): TemplateProblem[] =>
  bracesIn(text).flatMap(({ line, column, found, word }) => {
    const message = messageOf(found, word)
    return message === null ? [] : [{ line, column, message }]
  })

/** Gives a problem with its place, as staff read it. */
export const problemText = ({ line, column, message }: TemplateProblem): string => `第 ${line} 行第 ${column} 字：${message}`

/** Gives the text with the values in the places of its fields. A value is never read as a field again. */
export const fillTemplate = (text: string, values: TemplateValues): string =>
  withWords(text, (word) => (isField(word) ? values[word] : null))

/** A line of a contract: its title, the head of a section, or a paragraph; '' is a gap. */
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
