import type { Field, RowSchema } from '../../core/form.ts'
import { secondsOf } from '../../protocol/dates.ts'

const INTEGER = /^-?(0|[1-9]\d{0,15})$/
const NUMBER = /^-?(0|[1-9]\d{0,15})(\.\d{1,12})?$/

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const listOf = (value: unknown): unknown => {
  if (typeof value === 'number') return [value]
  if (typeof value !== 'string') return value
  if (value === '') return []
  if (/^-?\d+(,-?\d+)*$/.test(value)) return value.split(',').map(Number)
  return parsed(value)
}

const textsOf = (value: unknown): unknown => (value === '' ? [] : typeof value === 'string' ? parsed(value) : value)

const coerceField = (field: Field, value: unknown): unknown => {
  if (field.type === 'array') {
    const { items } = field
    if (items.type === 'string') return textsOf(value)
    const list = listOf(value)
    if (!Array.isArray(list)) return list
    return list.map((item) => ('properties' in items ? coerceRow(items, item) : coerceField({ type: 'integer', title: '' }, item)))
  }
  if (typeof value !== 'string') return value
  if (field.type === 'integer') {
    if ('x-is' in field && field['x-is'] === 'datetime' && !INTEGER.test(value)) return secondsOf(value) ?? value
    return INTEGER.test(value) ? Number(value) : value
  }
  if (field.type === 'number') return NUMBER.test(value) ? Number(value) : value
  return value
}

const coerceRow = (schema: RowSchema, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? coerceParams(schema, value as Record<string, unknown>) : value

/**
 * Gives the params in the types of their schema. A form body carries only text, so '12' becomes 12 where an integer is declared and
 * JSON text becomes a list; what does not read as its type stays as it is and the rules refuse it. An empty text means absent for
 * every field that is not text.
 */
export const coerceParams = (schema: RowSchema, params: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  // fromEntries, not assignment: a param called __proto__ stays a param, which the rules then refuse by name.
  Object.fromEntries(
    Object.entries(params).flatMap(([name, value]): [string, unknown][] => {
      if (value === null || value === undefined) return []
      const field = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
      if (field && value === '' && (field.type !== 'string' || field.format === 'date')) return []
      return [[name, field ? coerceField(field, value) : value]]
    }),
  )
