import { type Condition, choicesIn, type Field } from '../form.ts'
import { MAX_INT } from '../ids.ts'
import { kinds, ruleOf } from '../kinds.ts'
import { isKnownDefault, type KnownDefault } from '../knownDefaults.ts'
import type { Column } from '../resource.ts'
import type { Say } from './say.ts'

const MOST_FEN = 9_999_999_999_999
const MOST_SECONDS = 32_503_651_199
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

/** Gives the largest whole number that a column holds. */
export const mostOf = (column: Column): number => (column.is === 'fen' ? MOST_FEN : column.is === 'datetime' ? MOST_SECONDS : MAX_INT)

/** True where a row's column can have that value. */
export const fitsColumn = (column: Column, value: unknown): boolean => {
  const { is = 'text' } = column
  // Choices that are missing altogether are R111's.
  if (column.is === 'enum') return typeof column.of !== 'object' || (typeof value === 'number' && String(value) in column.of)
  if (is === 'date') return typeof value === 'string' && DAY.test(value)
  if (kinds[is].wire === 'integer') return Number.isSafeInteger(value) && Math.abs(value as number) <= mostOf(column)
  return kinds[is].wire === typeof value && (ruleOf(is)?.pattern.test(String(value)) ?? true)
}

/** True where a form's field can have that value. */
export const fitsField = (field: Field, value: unknown): boolean => {
  if ('oneOf' in field) return field.oneOf.some((choice) => choice.const === value)
  // Several choices are no one of them: only whether there are any can be asked.
  if (field.type === 'array') return choicesIn(field).length === 0
  return field.type === 'string' ? typeof value === 'string' : typeof value === 'number'
}

/** Says which values of a condition its fields never have; '' is a field without a value. */
export const checkCondition = (
  condition: Condition | undefined,
  properties: Readonly<Record<string, Field>>,
  at: string,
  say: Say,
): void => {
  for (const [name, wanted] of Object.entries(condition ?? {})) {
    const field = properties[name]
    for (const value of [wanted].flat())
      if (field && value !== '' && !fitsField(field, value)) say('R140', `${at}.${name}`, `'${name}' 不会是 ${JSON.stringify(value)}`)
  }
}

/** True where a field can begin with what a dialog knows. */
const fitsKnown = (field: Field, known: KnownDefault): boolean => {
  const is = 'x-is' in field ? field['x-is'] : undefined
  if (known === '$today') return field.type === 'string' && field.format === 'date'
  return known === '$now' ? is === 'datetime' : is === 'ref'
}

const fitsList = (field: Field, given: unknown): boolean => {
  const choices = choicesIn(field)
  return Array.isArray(given) && (choices.length === 0 || given.every((value) => choices.some((choice) => choice.const === value)))
}

/** Says what in a field's own words is none of its values: its default, and what `x-offer` leaves of its choices. */
export const checkOwnValues = (field: Field, at: string, say: Say): void => {
  const { default: given } = field
  const fits = isKnownDefault(given) ? fitsKnown(field, given) : given === undefined || fitsList(field, given) || fitsField(field, given)
  if (!fits) say('R140', `${at}.default`, `默认值 ${JSON.stringify(field.default)} 不是它可能的值`)
  for (const value of field['x-offer']?.in ?? [])
    if (!fitsField(field, value)) say('R140', `${at}.x-offer.in`, `选项里没有 ${JSON.stringify(value)}`)
}
