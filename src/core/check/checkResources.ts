import { exportTypeOf } from '../exportType.ts'
import { type Field, type FormSchema, holds, type RowSchema } from '../form.ts'
import { isMaskedKind, type Kind, kinds } from '../kinds.ts'
import { nearest } from '../nearest.ts'
import type { PageSpec, Resource } from '../resource.ts'
import { standardCalls } from '../resource.ts'
import type { Setting } from '../setting.ts'
import { checkValues } from './checkValues.ts'
import { formShape, pageShape, resourceShape, settingShape } from './metaSchema.ts'
import { checkShape, isPlainObject, type Problem } from './shape.ts'

/** A mistake with the file it stands in. */
export interface FileProblem extends Problem {
  file: string
}

type Say = (id: string, at: string, message: string, hint?: string | null) => void

const isKnown = (name: string, known: readonly string[], at: string, say: Say, what: string): void => {
  if (known.includes(name)) return
  const near = nearest(name, known)
  say('R110', at, `没有名为 '${name}' 的${what}，可用：${known.join(', ')}`, near && `是否想写 '${near}'？`)
}

const checkColumns = (resource: Resource, names: ReadonlySet<string>, say: Say): void => {
  for (const [name, column] of Object.entries(resource.columns)) {
    const at = `columns.${name}`
    const is: Kind = column.is ?? 'text'
    if (is === 'enum' && !isPlainObject((column as { of?: unknown }).of)) say('R111', `${at}.of`, "is: 'enum' 须写 of: { 1: '…' }")
    if (is === 'texts' && !('tree' in column)) say('R125', `${at}.tree`, "is: 'texts' 须写 tree：选项从哪个接口来")
    if (is === 'ref' || is === 'refs') {
      const target = (column as { of?: unknown }).of
      if (typeof target !== 'string') say('R111', `${at}.of`, `is: '${is}' 须写 of: '资源名'`)
      else isKnown(target, [...names], `${at}.of`, say, '资源')
    }
    if ((column.filter || column.sort) && column.via) say('R112', at, '经引用读取的列（via）不能筛选或排序：它没有自己的索引')
    if (column.filter && kinds[is].match === null) say('R113', `${at}.filter`, `is: '${is}' 的列不能筛选`)
    if (column.derived && !resource.view) say('R114', `${at}.derived`, '派生列须在资源上写明 view')
    if (column.reads) {
      const from = column.reads.split('.')[0] ?? ''
      isKnown(from, Object.keys(resource.columns), `${at}.reads`, say, '列')
      if (resource.columns[from] && resource.columns[from]?.is !== 'card')
        say('R139', `${at}.reads`, `列 '${from}' 不是身份证号，读不出性别与年龄`)
      if (column.filter || column.sort) say('R139', at, '读取时才得出的列（reads）不能筛选或排序：数据库里没有它')
    }
    if (column.via) isKnown(column.via.split('.')[0] ?? '', Object.keys(resource.columns), `${at}.via`, say, '列')
  }
}

/** Former names name nothing else, and nothing is drawn, ordered or found by a column that is retired. */
const checkAges = (resource: Resource, say: Say): void => {
  const columns = Object.entries(resource.columns)
  const former = columns.flatMap(([name, column]) => (column.was ?? []).map((was) => ({ name, was })))
  for (const [index, { name, was }] of former.entries()) {
    const other = was in resource.columns ? was : former.slice(0, index).find((earlier) => earlier.was === was)?.name
    if (other) say('R132', `columns.${name}.was`, `'${was}' 已是列 '${other}' 的名称，不能又是 '${name}' 的旧名`)
  }
  const actions = Object.entries(resource.actions ?? {})
  const uses: [string, readonly (string | undefined)[]][] = [
    ['key', [resource.key]],
    ['title', [resource.title]],
    ['tellApart', resource.tellApart ?? []],
    ['sort', [resource.sort?.[0]]],
    ['scope', [resource.scope]],
    ['own', [resource.own]],
    ['week', resource.week ?? []],
    ['form', resource.form ?? []],
    ['unique', (resource.unique ?? []).flat()],
    ...actions.map(([name, action]): [string, string[]] => [`actions.${name}`, Object.keys({ ...action.when, ...action.set })]),
  ]
  for (const [name, column] of columns) {
    if (!column.retired) continue
    for (const [at, names] of uses) if (names.includes(name)) say('R133', at, `列 '${name}' 已停用（retired），这里不能再用它`)
  }
}

const checkNames = (resource: Resource, say: Say): void => {
  // The word `retires` brings a column of its own.
  const columns = [...Object.keys(resource.columns), ...(resource.retires ? ['retired'] : [])]
  const dialogs = Object.keys(resource.dialogs ?? {})
  const mentions: [string, string][] = [
    ['key', resource.key],
    ...(resource.title ? ([['title', resource.title]] as [string, string][]) : []),
    ...(resource.tellApart ?? []).map((name, index): [string, string] => [`tellApart[${index}]`, name]),
    ...(resource.scope ? ([['scope', resource.scope]] as [string, string][]) : []),
    ...(resource.week ?? []).map((name, index): [string, string] => [`week[${index}]`, name]),
    ...(resource.own ? ([['own', resource.own]] as [string, string][]) : []),
    ...(resource.form ?? []).map((name, index): [string, string] => [`form[${index}]`, name]),
    ...(resource.unique ?? []).flatMap((group, index) => group.map((name): [string, string] => [`unique[${index}]`, name])),
  ]
  if (resource.week && !resource.columns[resource.week[0]]?.filter) say('R123', 'week', 'week 的第一列须写 filter：一周的记录按它来找')
  for (const name of resource.tellApart ?? [])
    if (isMaskedKind(resource.columns[name]?.is)) say('R138', 'tellApart', `列 '${name}' 在列表里打码，不能用来区分同名的记录`)
  for (const [at, name] of mentions) isKnown(name, columns, at, say, '列')
  if (resource.sort) {
    isKnown(resource.sort[0], columns, 'sort[0]', say, '列')
    isKnown(resource.sort[1], ['asc', 'desc'], 'sort[1]', say, '方向')
    const sorted = resource.columns[resource.sort[0]]
    if (sorted && !sorted.sort && resource.sort[0] !== resource.key)
      say('R115', 'sort[0]', `默认排序的列 '${resource.sort[0]}' 须写 sort: true，否则没有索引`)
  }
  for (const [name, action] of Object.entries(resource.actions ?? {})) {
    const at = `actions.${name}`
    if (action.opens) isKnown(action.opens, dialogs, `${at}.opens`, say, '对话框')
    for (const key of Object.keys({ ...action.when, ...action.set })) isKnown(key, columns, `${at}.when/set`, say, '列')
    if (action.on === 'page' && (action.when || action.set)) say('R116', at, "on: 'page' 的操作不能写 when 或 set：没有选中的记录")
    if (action.set && action.confirm === undefined && !action.opens)
      say('R117', `${at}.confirm`, '直接改状态的操作须写 confirm，说明会发生什么；无害且可撤回的写 confirm: false')
  }
  for (const call of Object.keys(resource.calls ?? {})) isKnown(call, standardCalls, `calls.${call}`, say, '标准接口')
}

const checkRow = (schema: RowSchema, at: string, say: Say): void => {
  const names = Object.keys(schema.properties)
  for (const name of schema.required ?? []) isKnown(name, names, `${at}.required`, say, '字段')
  for (const [name, field] of Object.entries(schema.properties)) {
    const here = `${at}.properties.${name}`
    if (isSecret(field) && at !== 'form') say('R127', `${here}.x-is`, "x-is: 'secret' 只用于设置的字段：别处没有保存密钥的地方")
    if (field.type === 'string' && field.maxLength === undefined) say('R120', `${here}.maxLength`, '文字字段须写 maxLength')
    if (field.type === 'array' && field.maxItems === undefined) say('R120', `${here}.maxItems`, '列表字段须写 maxItems')
    if (field.type === 'array' && 'type' in field.items && field.items.type === 'string' && field.items.maxLength === undefined)
      say('R120', `${here}.items.maxLength`, '文字字段须写 maxLength')
    const mentioned = [
      ...Object.keys(field['x-when'] ?? {}),
      ...Object.keys(field['x-required'] ?? {}),
      ...(field['x-clears'] ?? []),
      ...Object.keys(field['x-lookup']?.fills ?? {}),
      ...(field['x-from'] ? [field['x-from']] : []),
      ...(field['x-same'] ? [field['x-same']] : []),
    ]
    for (const other of mentioned) isKnown(other, names, here, say, '字段')
    if (field.type === 'array' && 'properties' in field.items) checkRow(field.items, `${here}.items`, say)
  }
}

/** Gives the mistakes of one form, with their places. */
export const checkForm = (form: unknown, at: string): Problem[] => {
  const problems = checkShape(form, formShape, at)
  if (problems.length > 0) return problems
  const found: Problem[] = []
  checkRow(form as FormSchema, at, (id, place, message, hint) => found.push({ id, at: place, message, ...(hint ? { hint } : {}) }))
  return found
}

/** What every call carries beside its own params (docs/protocol.md). */
const PROTOCOL = ['token', 'sign', 'stime', 'request_id', 'file']

/** A setting has to work before anyone has touched it, so what it requires has a default; a key has none. */
const checkSetting = (setting: Setting, say: Say): void => {
  for (const name of ['version', ...PROTOCOL])
    if (name in setting.form.properties) say('R128', `form.properties.${name}`, `'${name}' 是接口自己的参数名，请换一个字段名`)
  for (const [name, field] of Object.entries(setting.form.properties))
    if (!setting.form.required?.includes(name) && field.default !== undefined && [field.default].flat().length > 0)
      say('R129', `form.properties.${name}.default`, '可以留空的字段不能有 default：留空与没有人改过分不开')
  const defaults = Object.fromEntries(Object.entries(setting.form.properties).map(([name, field]) => [name, field.default]))
  for (const name of setting.form.required ?? []) {
    const field = setting.form.properties[name]
    if (field && field.default === undefined && !isSecret(field) && holds(field['x-when'], defaults))
      say('R126', `form.properties.${name}.default`, '设置的必填字段须写 default：没有人改过时按它执行')
  }
}

const isSecret = (field: Field): boolean => 'x-is' in field && field['x-is'] === 'secret'

const isSetting = (raw: unknown): raw is Setting => isPlainObject(raw) && 'changes' in raw

const isPage = (raw: unknown): raw is Exclude<PageSpec, Setting> =>
  isPlainObject(raw) && ('screen' in raw || 'strips' in raw || 'detailOf' in raw)

const filtersOf = (resource: Resource): string[] =>
  Object.entries(resource.columns).flatMap(([name, column]) => (column.filter ? [name] : []))

const checkRelated = (resource: Resource, resources: ReadonlyMap<string, Resource>, say: Say): void => {
  for (const [index, related] of (resource.has ?? []).entries()) {
    isKnown(related.resource, [...resources.keys()], `has[${index}].resource`, say, '资源')
    const other = resources.get(related.resource)
    if (other) isKnown(related.by, filtersOf(other), `has[${index}].by`, say, '可筛选的列')
  }
  if (resource.own && resource.scope) say('R124', 'own', 'own 与 scope 只能写一个：行要么归账号，要么归项目')
  if (resource.stored === false && !resource.view) say('R122', 'stored', 'stored: false 的资源须写明 view：没有表，行从视图来')
}

const checkPage = (page: Exclude<PageSpec, Setting>, resources: ReadonlyMap<string, Resource>, say: Say): void => {
  if (page.detailOf) isKnown(page.detailOf, [...resources.keys()], 'detailOf', say, '资源')
  for (const [index, strip] of (page.strips ?? []).entries()) {
    const at = `strips[${index}]`
    isKnown(strip.resource, [...resources.keys()], `${at}.resource`, say, '资源')
    const resource = resources.get(strip.resource)
    if (!resource) continue
    for (const name of Object.keys(strip.where ?? {})) isKnown(name, filtersOf(resource), `${at}.where`, say, '可筛选的列')
    const actions = ['add', ...Object.keys(resource.actions ?? {})]
    for (const name of strip.actions ?? []) isKnown(name, actions, `${at}.actions`, say, '操作')
  }
}

const checkOne = (file: string, raw: unknown, resources: ReadonlyMap<string, Resource>): FileProblem[] => {
  const shape = checkShape(raw, isSetting(raw) ? settingShape : isPage(raw) ? pageShape : resourceShape, '')
  if (shape.length > 0) return shape.map((problem) => ({ file, ...problem }))
  const found: FileProblem[] = []
  const say: Say = (id, at, message, hint) => found.push({ file, id, at, message, ...(hint ? { hint } : {}) })
  if (isSetting(raw)) {
    checkRow(raw.form, 'form', say)
    checkSetting(raw, say)
    return found
  }
  if (isPage(raw)) {
    checkPage(raw, resources, say)
    return found
  }
  const resource = raw as Resource
  const names = new Set(resources.keys())
  if (resource.path && resource.access === undefined) say('R118', 'access', '有页面的资源须写 access：权限键，或 null 表示不限')
  checkColumns(resource, names, say)
  checkNames(resource, say)
  checkAges(resource, say)
  checkValues(resource, say)
  checkRelated(resource, resources, say)
  for (const [name, form] of Object.entries(resource.dialogs ?? {})) {
    found.push(...checkForm(form, `dialogs.${name}`).map((problem) => ({ file, ...problem })))
  }
  return found
}

const twice = (seen: readonly { file: string; value: string; at: string }[]): FileProblem[] =>
  seen.flatMap(({ file, value, at }, index) => {
    const first = seen.findIndex((other) => other.value === value)
    return first < index ? [{ file, id: 'R119', at, message: `'${value}' 已被 ${seen[first]?.file} 使用` }] : []
  })

/** Names whose exports would carry the same message type. */
const sameType = (named: readonly { file: string; value: string }[]): FileProblem[] =>
  named.flatMap(({ file, value }, index) => {
    const first = named.find((other, place) => place < index && other.value !== value && exportTypeOf(other.value) === exportTypeOf(value))
    return first
      ? [{ file, id: 'R121', at: 'name', message: `'${value}' 与 '${first.value}'（${first.file}）的导出类型号相同，请换一个名称` }]
      : []
  })

/**
 * Checks every declaration against the meta-schema and against the others, and gives ALL mistakes at once: file, place, what was
 * found, what is allowed, the nearest right word. Start-up prints them and stops; `npm run check` fails on them. `only` asks for those of
 * one declaration among the others.
 */
export const checkResources = (files: Readonly<Record<string, unknown>>, only?: string): FileProblem[] => {
  const entries = Object.entries(files)
  const named = entries.flatMap(([file, raw]) =>
    isPlainObject(raw) && typeof raw.name === 'string' ? [{ file, value: raw.name, at: 'name' }] : [],
  )
  const routed = entries.flatMap(([file, raw]) =>
    isPlainObject(raw) && typeof raw.path === 'string' ? [{ file, value: raw.path, at: 'path' }] : [],
  )
  const resources = new Map(
    entries.flatMap(([, raw]) =>
      isPlainObject(raw) && isPlainObject(raw.columns) ? [[String(raw.name), raw as unknown as Resource] as const] : [],
    ),
  )
  const asked = only === undefined ? entries : entries.filter(([file]) => file === only)
  const found = [...asked.flatMap(([file, raw]) => checkOne(file, raw, resources)), ...twice(named), ...twice(routed), ...sameType(named)]
  return only === undefined ? found : found.filter(({ file }) => file === only)
}

/** Gives one mistake as a line for the terminal. */
export const problemLine = (problem: FileProblem): string =>
  `${problem.id} ${problem.file} › ${problem.at}：${problem.message}${problem.hint ? `（${problem.hint}）` : ''}（docs/rules.md）`
