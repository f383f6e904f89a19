import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema'
import type { Field, RowSchema } from '../../core/form.ts'
import { isMaskedKind, ruleOf } from '../../core/kinds.ts'
import { nearest } from '../../core/nearest.ts'
import { addDays, isDate, secondsOf, today } from '../../protocol/dates.ts'
import { fenToYuan } from '../../protocol/fen.ts'
import { readIdCard } from '../../protocol/idCard.ts'
import { isMasked, personalNumbers } from '../../protocol/masks.ts'
import { fitsLinear } from '../patterns/linearPatterns.ts'
import { activeForm } from './activeForm.ts'
import { textRules } from './textRules.ts'

/** One broken rule: `field` is the path ('price', 'all_floor.0.level'), `message` what staff read. */
export interface Broken {
  field: string
  rule: string
  message: string
}

type Values = Readonly<Record<string, unknown>>

const validators = new WeakMap<object, Validator>()
const validatorOf = (schema: RowSchema): Validator => {
  const known = validators.get(schema)
  if (known) return known
  const made = new Validator(evenRows(schema) as unknown as Schema, '7', false)
  validators.set(schema, made)
  return made
}

const hasConditions = (row: RowSchema): boolean => Object.values(row.properties).some((field) => field['x-when'] || field['x-required'])

/**
 * What is no plain JSON Schema is left out here and judged by ourselves: what each row of a list requires, and patterns written at run
 * time. A personal number that says no pattern has that of its kind.
 */
const evenRows = (schema: RowSchema): RowSchema => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(schema.properties).map(([name, field]): [string, Field] => {
      if (field.type === 'string' && field['x-linear']) {
        const { pattern: _judgedByUs, ...plain } = field
        return [name, plain]
      }
      if (field.type === 'string' && isMaskedKind(field['x-is']) && !field.pattern)
        return [name, { ...field, pattern: personalNumbers[field['x-is']].pattern }]
      if (field.type !== 'array' || !('properties' in field.items)) return [name, field]
      const items = evenRows(field.items)
      return [name, { ...field, items: hasConditions(field.items) ? { ...items, required: [] } : items }]
    }),
  ),
})

/** spec.md section 5, letter for letter. */
const CARD_ALERT = '请检查身份证号'

const isCard = (field: Field): boolean => 'x-is' in field && field['x-is'] === 'card'

const limit = (field: Field, value: number): string =>
  'x-is' in field && field['x-is'] === 'fen' ? `${fenToYuan(value)}元` : String(value)

const standardMessage = (field: Field, rule: string): string => {
  const { title } = field
  if (isCard(field) && rule !== 'required') return CARD_ALERT
  if (rule === 'required') return `${title}必填`
  if (rule === 'maxLength' && field.type === 'string') return `${title}最多${field.maxLength}个字`
  if (rule === 'minLength' && field.type === 'string') return field.minLength === 1 ? `${title}必填` : `${title}至少${field.minLength}个字`
  if (rule === 'maxItems' && field.type === 'array') return `${title}最多${field.maxItems}项`
  if (rule === 'minItems' && field.type === 'array') return `${title}至少${field.minItems}项`
  if (rule === 'uniqueItems') return `${title}有重复`
  if (rule === 'minimum' && 'minimum' in field && field.minimum !== undefined) return `${title}不能小于${limit(field, field.minimum)}`
  if (rule === 'maximum' && 'maximum' in field && field.maximum !== undefined) return `${title}不能大于${limit(field, field.maximum)}`
  if (rule === 'oneOf' || rule === 'const') return `${title}不在可选范围内`
  if (rule === 'type' && 'x-is' in field && field['x-is'] === 'fen') return `${title}须为数字，最多两位小数`
  if (rule === 'type' && field.type === 'integer') return `${title}须为整数`
  if (rule === 'type' && field.type === 'number') return `${title}须为数字`
  return `${title}填写有误`
}

const say = (field: Field, rule: string): string => field['x-msg']?.[rule] ?? field['x-msg']?.['*'] ?? standardMessage(field, rule)

const MEANINGFUL = new Set([
  'required',
  'type',
  'minLength',
  'maxLength',
  'pattern',
  'minimum',
  'maximum',
  'oneOf',
  'const',
  'minItems',
  'maxItems',
  'uniqueItems',
])

const unescaped = (part: string): string => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')

const fieldAt = (schema: RowSchema, path: readonly string[]): Field | undefined => {
  let row: RowSchema | undefined = schema
  let field: Field | undefined
  for (const part of path) {
    if (/^\d+$/.test(part) && field?.type === 'array') {
      row = 'properties' in field.items ? field.items : undefined
      continue
    }
    field = row && Object.hasOwn(row.properties, part) ? row.properties[part] : undefined
  }
  return field
}

const valueAt = (values: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inner, part) => (typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[part] : undefined),
    values,
  )

/** A list of plain values is one input: what is wrong with one of them is told there. */
const inputAt = (field: Field, path: readonly string[]): readonly string[] =>
  field.type === 'array' && !('properties' in field.items) && /^\d+$/.test(path.at(-1) ?? '') ? path.slice(0, -1) : path

const brokenOf = (schema: RowSchema, values: Values, error: OutputUnit): Broken[] => {
  if (!MEANINGFUL.has(error.keyword) || /\/oneOf\/\d/.test(error.keywordLocation)) return []
  const path = error.instanceLocation.split('/').slice(1).map(unescaped)
  if (error.keyword === 'required') {
    const row = path.length === 0 ? schema : (fieldAt(schema, path) as { items?: RowSchema } | undefined)?.items
    const present = valueAt(values, path) as Values
    return (row?.required ?? [])
      .filter((name) => !Object.hasOwn(present, name))
      .map((name) => ({ field: [...path, name].join('.'), rule: 'required', message: say(row?.properties[name] as Field, 'required') }))
  }
  const field = fieldAt(schema, path)
  return field ? [{ field: inputAt(field, path).join('.'), rule: error.keyword, message: say(field, error.keyword) }] : []
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const INVISIBLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\u200B\u200C\u200E\u200F\u202A-\u202E\u2060\uFEFF\uFFFE\uFFFF]/

const isHidden = (text: unknown): boolean => typeof text === 'string' && (INVISIBLE.test(text) || !text.isWellFormed())

/** Whether a day (YYYY-MM-DD) or a moment (seconds) lies after today. A moment of today is none: clocks differ by minutes. */
const isToCome = (value: unknown): boolean => {
  if (typeof value === 'number') return value >= (secondsOf(addDays(today(), 1)) ?? 0)
  return typeof value === 'string' && value > today()
}

const beyondSchema = (field: Field, name: string, values: Values): Broken | null => {
  const value = values[name]
  const broken = (rule: string, message: string): Broken => ({ field: name, rule, message: field['x-msg']?.[rule] ?? message })
  if ([value].flat().some(isHidden)) return broken('visible', `${field.title}含有不可见字符`)
  if (typeof value === 'string') {
    if (field.type === 'string' && field['x-linear'] && !fitsLinear(field.pattern ?? '', value))
      return broken('pattern', say(field, 'pattern'))
    if (
      field.type === 'string' &&
      (field['x-is'] === 'password' || field['x-is'] === 'newPassword') &&
      value.replace(/\s/g, '').length < (field.minLength ?? 0)
    )
      return broken('minLength', standardMessage(field, 'minLength'))
    const rule = field.type === 'string' ? ruleOf(field['x-is']) : undefined
    if (rule && value !== '' && !rule.pattern.test(value)) return broken('kind', rule.refusal(field.title))
    const check = field.type === 'string' ? field['x-checks'] : undefined
    if (check && value !== '' && !textRules[check].isRight(value)) return broken('checks', textRules[check].refusal)
    // The pattern has judged whether a mask may stand here: a number left as it was read.
    if (isCard(field) && value !== '' && !isMasked(value) && readIdCard(value, today()) === null) return broken('card', say(field, 'card'))
    if (field.type === 'string' && field.format === 'date' && !isDate(value))
      return broken('format', `${field.title}格式不正确，应为 2026-11-21`)
  }
  if (field.type === 'number' && typeof value === 'number' && field['x-decimals'] !== undefined) {
    const scaled = value * 10 ** field['x-decimals']
    if (Math.abs(scaled - Math.round(scaled)) > 1e-6) return broken('decimals', `${field.title}最多${field['x-decimals']}位小数`)
  }
  const other = field['x-from']
  const from = other ? values[other] : undefined
  if (from !== undefined && value !== undefined && from !== '' && (value as string) < (from as string))
    return broken('from', `${field.title}不能早于开始`)
  if (field['x-happened'] && isToCome(value)) return broken('happened', `${field.title}不能晚于今天`)
  if (field['x-same'] && value !== values[field['x-same']]) return broken('same', `${field.title}不一致`)
  return null
}

const rowsIn = (field: Field, value: unknown): Values[] =>
  field.type === 'array' && 'properties' in field.items && Array.isArray(value)
    ? value.filter((row): row is Values => typeof row === 'object' && row !== null && !Array.isArray(row))
    : []

/** Whether nothing is written in a text: blanks are nothing to whoever reads why a contract is void, or chooses a project. */
const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === ''

/** What a row lacks of what it requires as it stands. */
const missingIn = (items: RowSchema, row: Values, place: string): Broken[] =>
  hasConditions(items)
    ? (activeForm(items, row).required ?? [])
        .filter((name) => row[name] === undefined || isBlank(row[name]))
        .map((name) => ({ field: place + name, rule: 'required', message: say(items.properties[name] as Field, 'required') }))
    : []

const extraRules = (schema: RowSchema, values: Values, at = ''): Broken[] =>
  Object.entries(schema.properties).flatMap(([name, field]) => {
    const own = Object.hasOwn(values, name) ? beyondSchema(field, name, values) : null
    const inner = rowsIn(field, values[name]).flatMap((row, index) => {
      const { items } = field as { items: RowSchema }
      const place = `${at}${name}.${index}.`
      return [...missingIn(items, row, place), ...extraRules(items, row, place), ...unknownParams(items, items, row, place)]
    })
    return [...(own ? [{ ...own, field: at + own.field }] : []), ...inner]
  })

/** A blank text counts as missing for a required field: clearing an input and never having filled it are the same to staff. */
const withoutEmpty = (schema: RowSchema, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !isBlank(value) || !schema.required?.includes(name)))

const unknownParams = (schema: RowSchema, active: RowSchema, values: Values, at = ''): Broken[] =>
  Object.keys(values)
    .filter((name) => !Object.hasOwn(active.properties, name) && !Object.hasOwn(schema.properties, name))
    .map((name) => {
      const near = nearest(name, Object.keys(active.properties))
      return { field: at + name, rule: 'unknown', message: `未知参数：${at}${name}${near ? `，是否想写 ${near}` : ''}` }
    })

/**
 * Judges values by a form: every broken rule, at most one a field, in the order in which the form lists its fields; unknown params
 * come last. Both sides call this very function, so they give the same verdict, field and message.
 */
export const validateForm = (schema: RowSchema, values: Values): Broken[] => {
  const active = activeForm(schema, values)
  const judged = withoutEmpty(active, values)
  const known = Object.fromEntries(Object.entries(judged).filter(([name]) => Object.hasOwn(active.properties, name)))
  const { errors } = validatorOf(active).validate(known)
  const found = [...errors.flatMap((error) => brokenOf(active, known, error)), ...extraRules(active, known)]
  const first = new Map<string, Broken>()
  for (const broken of found) if (!first.has(broken.field)) first.set(broken.field, broken)
  const order = Object.keys(active.properties)
  const place = (broken: Broken): number => order.indexOf(broken.field.split('.')[0] ?? '')
  return [...[...first.values()].sort((a, b) => place(a) - place(b)), ...unknownParams(schema, active, values)]
}

/** Gives only the values that the form has for them: fields hidden by `x-when` are left out, of the form and of each row of its lists. */
export const activeValues = (schema: RowSchema, values: Values): Record<string, unknown> => {
  const { properties } = activeForm(schema, values)
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => Object.hasOwn(properties, name))
      .map(([name, value]) => [name, activeRows(properties[name] as Field, value)]),
  )
}

const activeRows = (field: Field, value: unknown): unknown => {
  if (field.type !== 'array' || !('properties' in field.items) || !hasConditions(field.items) || !Array.isArray(value)) return value
  const { items } = field
  return value.map((row: unknown) => (typeof row === 'object' && row !== null ? activeValues(items, row as Values) : row))
}
