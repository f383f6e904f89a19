import { type Condition, type Field, type FormSchema, isUpload, type Lookup, ownFields, type RowSchema } from '../form.ts'
import type { Resource } from '../resource.ts'
import { checkCondition, checkOwnValues } from './fits.ts'
import { formShape } from './metaForm.ts'
import { isKnown, type Say } from './say.ts'
import { checkShape, type Problem } from './shape.ts'

/** What a list call that is derived from a declaration takes and gives. */
export interface ListCall {
  columns: readonly string[]
  params: readonly string[]
}

export type ListCalls = ReadonlyMap<string, ListCall>

const PAGING = ['page', 'page_rows', 'order']

/** Gives the list calls of resources by path; those that a domain answers may give and take more, and are not among them. */
export const listCallsOf = (resources: Iterable<Resource>): ListCalls =>
  new Map(
    [...resources].flatMap((resource): [string, ListCall][] => {
      const path = resource.calls?.index ?? `/api/${resource.name}/index`
      if (path === false || resource.domain?.includes('index')) return []
      const columns = Object.entries(resource.columns).filter(([, column]) => !column.retired)
      const titles = columns.flatMap(([name, column]) => (column.is === 'ref' ? [`${name}_title`] : []))
      const filters = columns.flatMap(([name, column]) => (column.filter ? [name, `${name}_start`, `${name}_end`] : []))
      const params = [...filters, ...PAGING, ...(resource.scope ? [resource.scope] : [])]
      return [[path, { columns: [...columns.map(([name]) => name), ...titles], params }]]
    }),
  )

export const isSecret = (field: Field): boolean => 'x-is' in field && field['x-is'] === 'secret'

const checkLookup = (lookup: Lookup, at: string, calls: ListCalls, say: Say): void => {
  const paths = typeof lookup.call === 'string' ? [lookup.call] : Object.values(lookup.call.of)
  const read: [string, string][] = [
    ['value', lookup.value],
    ...[lookup.label].flat().map((name): [string, string] => ['label', name]),
    ...Object.values(lookup.fills ?? {}).map((name): [string, string] => ['fills', name]),
    ...(lookup.only ? ([['only.field', lookup.only.field]] as [string, string][]) : []),
  ]
  const sent: [string, string][] = [
    ...Object.keys(lookup.params ?? {}).map((name): [string, string] => ['params', name]),
    ...(lookup.search ? ([['search', lookup.search]] as [string, string][]) : []),
  ]
  for (const path of paths) {
    const call = calls.get(path)
    if (!call) continue
    for (const [word, name] of read) isKnown(name, call.columns, `${at}.${word}`, say, `列（${path} 的回答）`, 'R141')
    for (const [word, name] of sent) isKnown(name, call.params, `${at}.${word}`, say, `参数（${path}）`, 'R141')
  }
}

/** The fields that a lookup's params stand for: `$field`. */
const filledIn = (lookup: Lookup | undefined): string[] =>
  Object.values(lookup?.params ?? {}).flatMap((value) => (typeof value === 'string' && value.startsWith('$') ? [value.slice(1)] : []))

interface Around {
  calls: ListCalls
  /** Whether fields may hold keys: those of settings. */
  mayHaveKeys: boolean
  /** Whether fields may hold attachments: those of dialogs, whose records keep them. */
  mayHaveFiles?: boolean
  /** The fields of the form around a row. */
  outer: Readonly<Record<string, Field>>
}

const checkField = (name: string, schema: RowSchema, at: string, around: Around, say: Say): void => {
  const field = schema.properties[name] as Field
  const names = Object.keys(schema.properties)
  const lookup = field['x-lookup']
  if (isSecret(field) && !around.mayHaveKeys) say('R127', `${at}.x-is`, "x-is: 'secret' 只用于设置的字段：别处没有保存密钥的地方")
  if (isUpload(field) && (name !== 'file' || !around.mayHaveFiles))
    say('R127', `${at}.x-is`, "x-is: 'upload' 的字段只用于对话框，须叫 file：一个接口收一个文件")
  if ('x-file' in field && field['x-file'] && !isSecret(field) && !isUpload(field))
    say('R127', `${at}.x-file`, "x-file 只用于 x-is: 'secret'、'upload' 的字段：别的文件是附件")
  if ('x-is' in field && field['x-is'] === 'files' && !around.mayHaveFiles)
    say('R185', `${at}.x-is`, '附件只能填进记录的一列：设置与小表格没有人来下载它们，也没有记录说谁能看')
  if (field.type === 'string' && field.maxLength === undefined) say('R120', `${at}.maxLength`, '文字字段须写 maxLength')
  if (field.type === 'array' && field.maxItems === undefined) say('R120', `${at}.maxItems`, '列表字段须写 maxItems')
  if (
    field.type === 'array' &&
    field.items &&
    'type' in field.items &&
    field.items.type === 'string' &&
    field.items.maxLength === undefined
  )
    say('R120', `${at}.items.maxLength`, '文字字段须写 maxLength')
  const conditions: [string, Condition | undefined][] = [
    ['x-when', field['x-when']],
    ['x-required', field['x-required']],
    ['x-offer.when', field['x-offer']?.when],
    ['x-lookup.only.when', lookup?.only?.when],
  ]
  const mentioned: [string, string][] = [
    ...conditions.flatMap(([word, condition]) => Object.keys(condition ?? {}).map((other): [string, string] => [word, other])),
    ...(field['x-clears'] ?? []).map((other): [string, string] => ['x-clears', other]),
    ...Object.keys(lookup?.fills ?? {}).map((other): [string, string] => ['x-lookup.fills', other]),
    ...Object.keys(field['x-suggest']?.fills ?? {}).map((other): [string, string] => ['x-suggest.fills', other]),
    ...(lookup && typeof lookup.call !== 'string' ? ([['x-lookup.call.by', lookup.call.by]] as [string, string][]) : []),
    ...(field['x-code'] ? ([['x-code.from', field['x-code'].from]] as [string, string][]) : []),
    ...(field['x-from'] ? ([['x-from', field['x-from']]] as [string, string][]) : []),
    ...(field['x-same'] ? ([['x-same', field['x-same']]] as [string, string][]) : []),
  ]
  for (const [word, other] of mentioned) isKnown(other, names, `${at}.${word}`, say, '字段')
  for (const other of filledIn(lookup)) isKnown(other, [...names, ...Object.keys(around.outer)], `${at}.x-lookup.params`, say, '字段')
  for (const [word, condition] of conditions) checkCondition(condition, schema.properties, `${at}.${word}`, say)
  if (lookup && typeof lookup.call !== 'string')
    checkCondition({ [lookup.call.by]: Object.keys(lookup.call.of).map(Number) }, schema.properties, `${at}.x-lookup.call.of`, say)
  if (field['x-happened'] && !('format' in field && field.format === 'date') && !('x-is' in field && field['x-is'] === 'datetime'))
    say('R238', `${at}.x-happened`, 'x-happened 只能写在日期、时间的字段上')
  checkOwnValues(field, at, say)
  if (lookup) checkLookup(lookup, `${at}.x-lookup`, around.calls, say)
  if (field.type === 'array' && field.items && 'properties' in field.items)
    checkRow(field.items, `${at}.items`, { ...around, outer: schema.properties, mayHaveKeys: false, mayHaveFiles: false }, say)
}

/** Says what is wrong with the fields of a form, or of the rows inside one. */
export const checkRow = (schema: RowSchema, at: string, around: Around, say: Say): void => {
  const names = Object.keys(schema.properties)
  for (const name of schema.required ?? []) isKnown(name, names, `${at}.required`, say, '字段')
  // '*' stands for all other fields.
  for (const word of ['x-layout', 'x-keep'] as const)
    for (const name of (schema as FormSchema)[word] ?? []) if (name !== '*') isKnown(name, names, `${at}.${word}`, say, '字段')
  for (const [name] of ownFields(schema as FormSchema)) isKnown(name, names, `${at}.x-own`, say, '字段')
  const preview = (schema as FormSchema)['x-preview']
  for (const word of ['of', 'also'] as const)
    for (const name of preview?.[word] ?? []) isKnown(name, names, `${at}.x-preview.${word}`, say, '字段')
  for (const name of names) checkField(name, schema, `${at}.properties.${name}`, around, say)
}

/** Gives the mistakes of one form, with their places. `calls` says what its lookups can read; `mayHaveKeys` is said of settings. */
export const checkForm = (form: unknown, at: string, calls: ListCalls = new Map(), mayHaveKeys = false): Problem[] => {
  const problems = checkShape(form, formShape, at)
  if (problems.length > 0) return problems
  const found: Problem[] = []
  checkRow(form as FormSchema, at, { calls, mayHaveKeys, mayHaveFiles: !mayHaveKeys, outer: {} }, (id, place, message, hint) =>
    found.push({ id, at: place, message, ...(hint ? { hint } : {}) }),
  )
  return found
}

/** Gives the calls that a form names, each with its place: of choices, of trees, of first values, of what it shows while one types. */
export const callsNamed = (schema: RowSchema | FormSchema, at: string): { at: string; call: string }[] => [
  ...('x-preview' in schema && schema['x-preview'] ? [{ at: `${at}.x-preview.call`, call: schema['x-preview'].call }] : []),
  ...Object.entries(schema.properties).flatMap(([name, field]) => {
    const here = `${at}.properties.${name}`
    const lookup = field['x-lookup']
    const looked = lookup ? (typeof lookup.call === 'string' ? [lookup.call] : Object.values(lookup.call.of)) : []
    return [
      ...looked.map((call) => ({ at: `${here}.x-lookup.call`, call })),
      ...(field['x-suggest'] ? [{ at: `${here}.x-suggest.call`, call: field['x-suggest'].call }] : []),
      ...(field['x-code']?.call ? [{ at: `${here}.x-code.call`, call: field['x-code'].call }] : []),
      ...(field['x-tree'] ? [{ at: `${here}.x-tree.call`, call: field['x-tree'].call }] : []),
      ...(field['x-initial'] ? [{ at: `${here}.x-initial.call`, call: field['x-initial'].call }] : []),
      ...(field.type === 'array' && 'properties' in field.items ? callsNamed(field.items, `${here}.items`) : []),
    ]
  }),
]
