import { standsAlone } from '../core/check/checkPrints.ts'
import type { Field, RowSchema } from '../core/form.ts'
import { type Print, printFieldOf, withWords } from '../core/prints.ts'
import { minuteOf } from '../protocol/dates.ts'
import { fenInCapitals, fenToYuan } from '../protocol/fen.ts'
import type { CompleteColumn, CompleteResource } from './complete.ts'
import { linesOf } from './template.ts'

/** A part of a paper, from its head to its foot. */
export type PrintedPart =
  | { is: 'title' | 'head' | 'text'; text: string }
  | { is: 'table'; heads: readonly string[]; rows: readonly (readonly string[])[] }
  /** Pictures by their numbers. */
  | { is: 'pictures'; pictures: readonly number[] }

/** A record as lists read it: its own values, and what it refers to by its title. */
type Row = Readonly<Record<string, unknown>>

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === ''

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const titlesOf = (keys: unknown, titles: unknown): string => {
  const named = (titles ?? {}) as Readonly<Record<string, unknown>>
  return listOf(keys)
    .map((key) => String(named[String(key)] ?? key))
    .join('、')
}

/** Gives a value of a record as people read it on paper; personal numbers are masked in the record itself. '' where there is none. */
const valueText = ({ name, spec, is }: CompleteColumn, row: Row): string => {
  const value = row[name]
  if (spec.is === 'ref') return isNothing(value) ? (spec.unset ?? '') : String(row[`${name}_title`] ?? value)
  if (isNothing(value)) return ''
  if (spec.is === 'enum') return spec.of[Number(value)] ?? String(value)
  if (is === 'fen') return fenToYuan(Number(value))
  if (is === 'datetime') return minuteOf(Number(value))
  if (is === 'refs') return titlesOf(value, row[`${name}_titles`])
  if (is === 'texts') return listOf(value).join('、')
  return String(value)
}

const cellText = (field: Field, value: unknown): string => {
  if (isNothing(value)) return ''
  if ('oneOf' in field && field.oneOf) return field.oneOf.find((choice) => choice.const === value)?.title ?? String(value)
  if ('x-is' in field && field['x-is'] === 'fen') return fenToYuan(Number(value))
  if ('x-is' in field && field['x-is'] === 'datetime') return minuteOf(Number(value))
  return Array.isArray(value) ? value.join('、') : String(value)
}

const tableOf = ({ properties }: RowSchema, rows: unknown): PrintedPart => {
  const fields = Object.entries(properties).filter(([, field]) => !field['x-hidden'])
  return {
    is: 'table',
    heads: fields.map(([, { title }]) => title),
    rows: listOf(rows).map((row) => fields.map(([name, field]) => cellText(field, (row as Row)[name]))),
  }
}

/** The column that stands alone on a line to be drawn as pictures or as a table; null where the line is text. */
const aloneIn = (line: string, column: CompleteResource['column']): CompleteColumn | null => {
  const name = /^\{([^{}]*)\}$/.exec(line.trim())?.[1]
  const found = name === undefined ? undefined : column[name]
  return found && standsAlone(found.spec) ? found : null
}

/**
 * Gives what a paper of a record says, from the print's text: each field's value as people read it, amounts in yuan or in the capitals of
 * 支付结算办法 (附一). Values are put in last and never read as fields; a field that is not there any more says nothing.
 */
export const printedParts = ({ column }: Pick<CompleteResource, 'column'>, { text }: Pick<Print, 'text'>, row: Row): PrintedPart[] => {
  const said = (word: string): string => {
    const { name, isCapitals } = printFieldOf(word)
    const found = column[name]
    if (!found) return ''
    if (isCapitals) return isNothing(row[name]) ? '' : fenInCapitals(Number(row[name]))
    return valueText(found, row)
  }
  return linesOf(text).map((line): PrintedPart => {
    const alone = aloneIn(line.text, column)
    if (alone?.spec.is === 'rows') return tableOf(alone.spec.of, row[alone.name])
    if (alone) return { is: 'pictures', pictures: listOf(row[alone.name]).map(Number) }
    return { is: line.is, text: withWords(line.text, said) }
  })
}

/** Gives what stands large at a paper's head. */
export const headingOf = ({ title, label }: Pick<Print, 'title' | 'label'>): string => title ?? label
