import { exportTypeOf } from '../exportType.ts'
import { holds } from '../form.ts'
import { isMaskedKind } from '../kinds.ts'
import { withLife } from '../life.ts'
import type { PageSpec } from '../page.ts'
import type { Resource } from '../resource.ts'
import { standardCalls } from '../resource.ts'
import type { Setting } from '../setting.ts'
import type { Opens } from '../strip.ts'
import { checkActions } from './checkActions.ts'
import { checkAskedWords } from './checkAsked.ts'
import { checkBeginnings } from './checkBeginnings.ts'
import { checkCalendar } from './checkCalendar.ts'
import { checkChart } from './checkChart.ts'
import { checkChoices } from './checkChoices.ts'
import { checkAges, checkColumns } from './checkColumns.ts'
import { checkDesk } from './checkDesk.ts'
import { checkFacts, checkRelated, checkWhere } from './checkFacts.ts'
import { checkFiles } from './checkFiles.ts'
import { checkFollows } from './checkFollows.ts'
import { checkForm, checkRow, isSecret, type ListCalls, listCallsOf } from './checkForms.ts'
import { checkMerging } from './checkMerging.ts'
import { checkNumbered } from './checkNumbered.ts'
import { checkParts } from './checkParts.ts'
import { checkPlots } from './checkPlots.ts'
import { checkPrints } from './checkPrints.ts'
import { checkPrintTables } from './checkPrintTables.ts'
import { checkStates } from './checkStates.ts'
import { checkValues } from './checkValues.ts'
import { pageShape, resourceShape, settingShape } from './metaSchema.ts'
import { isKnown, type Say } from './say.ts'
import { checkShape, isPlainObject, type Problem } from './shape.ts'

/** A mistake with the file it stands in, and where its source is at hand the line. */
export interface FileProblem extends Problem {
  file: string
  line?: number
}

/** What a declaration is checked against: all names, those declarations that are whole, their lists, and the screens that there are. */
interface Ground {
  names: readonly string[]
  resources: ReadonlyMap<string, Resource>
  calls: ListCalls
  /** The words that `screen` may name; null where nobody knows. */
  screens: readonly string[] | null
}

const checkNames = (resource: Resource, say: Say): void => {
  const columns = Object.keys(resource.columns)
  const mentions: [string, string][] = [
    ['key', resource.key],
    ...(resource.title ? ([['title', resource.title]] as [string, string][]) : []),
    ...(resource.tellApart ?? []).map((name, index): [string, string] => [`tellApart[${index}]`, name]),
    ...(resource.scope ? ([['scope', resource.scope]] as [string, string][]) : []),
    ...(resource.calendar?.during ?? []).map((name, index): [string, string] => [`calendar.during[${index}]`, name]),
    ...(resource.own ? ([['own', resource.own]] as [string, string][]) : []),
    ...(resource.form ?? []).map((name, index): [string, string] => [`form[${index}]`, name]),
    ...(resource.unique ?? []).flatMap((group, index) => group.map((name): [string, string] => [`unique[${index}]`, name])),
  ]
  for (const name of resource.tellApart ?? [])
    if (isMaskedKind(resource.columns[name]?.is)) say('R138', 'tellApart', `列 '${name}' 在列表里打码，不能用来区分同名的记录`)
  for (const [at, name] of mentions) isKnown(name, columns, at, say, '列')
  for (const [index, name] of (resource.domain ?? []).entries())
    isKnown(name, [...standardCalls, ...Object.keys(resource.actions ?? {})], `domain[${index}]`, say, '接口或操作', 'R105')
  if (resource.sort) {
    isKnown(resource.sort[0], columns, 'sort[0]', say, '列')
    isKnown(resource.sort[1], ['asc', 'desc'], 'sort[1]', say, '方向')
    const sorted = resource.columns[resource.sort[0]]
    if (sorted && !sorted.sort && resource.sort[0] !== resource.key)
      say('R115', 'sort[0]', `默认排序的列 '${resource.sort[0]}' 须写 sort: true，否则没有索引`)
  }
  for (const call of Object.keys(resource.calls ?? {})) isKnown(call, standardCalls, `calls.${call}`, say, '标准接口')
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

const isSetting = (raw: unknown): raw is Setting => isPlainObject(raw) && 'changes' in raw

const isPage = (raw: unknown): raw is Exclude<PageSpec, Setting> =>
  isPlainObject(raw) && !('columns' in raw) && ('screen' in raw || 'strips' in raw || 'detailOf' in raw || 'desk' in raw)

const checkOpens = (resource: Resource, { filter = {}, sort }: Opens, at: string, say: Say): void => {
  checkWhere(resource, filter, `${at}.filter`, say)
  if (!sort) return
  isKnown(sort[1], ['asc', 'desc'], `${at}.sort[1]`, say, '方向')
  const known = isKnown(sort[0], Object.keys(resource.columns), `${at}.sort[0]`, say, '列')
  if (known && !resource.columns[sort[0]]?.sort && sort[0] !== resource.sort?.[0])
    say('R115', `${at}.sort[0]`, `列 '${sort[0]}' 须写 sort: true，否则没有索引`)
}

/** Says what is wrong with the parts of a resource's own list, and with how they open. */
const checkStrips = (resource: Resource, say: Say): void => {
  if (resource.opens) checkOpens(resource, resource.opens, 'opens', say)
  if (resource.strips && !resource.path) say('R168', 'strips', 'strips 只用于有页面的资源（path）')
  for (const [index, { where = {}, opens }] of (resource.strips ?? []).entries()) {
    checkWhere(resource, where, `strips[${index}].where`, say)
    if (opens) checkOpens(resource, opens, `strips[${index}].opens`, say)
  }
}

const checkBelonging = (resource: Resource, say: Say): void => {
  if (resource.own && resource.scope) say('R124', 'own', 'own 与 scope 只能写一个：行要么归账号，要么归项目')
  if (resource.stored === false && !resource.view) say('R122', 'stored', 'stored: false 的资源须写明 view：没有表，行从视图来')
  if (resource.reckoned && resource.stored !== false) say('R237', 'reckoned', 'reckoned 只用于没有表的资源（stored: false）')
}

const checkPage = (page: Exclude<PageSpec, Setting>, { names, resources, screens }: Ground, say: Say): void => {
  if (page.desk) checkDesk(page.desk, { names, resources }, say)
  if (page.screen && screens) isKnown(page.screen, screens, 'screen', say, '屏幕（src/ui/screens 里的文件夹）')
  if (page.detailOf) isKnown(page.detailOf, names, 'detailOf', say, '资源')
  for (const [index, strip] of (page.strips ?? []).entries()) {
    const at = `strips[${index}]`
    isKnown(strip.resource, names, `${at}.resource`, say, '资源')
    const resource = resources.get(strip.resource)
    if (!resource) continue
    checkWhere(resource, strip.where ?? {}, `${at}.where`, say, true)
    if (strip.opens) checkOpens(resource, strip.opens, `${at}.opens`, say)
    const actions = ['add', ...Object.keys(resource.actions ?? {})]
    for (const name of strip.actions ?? []) isKnown(name, actions, `${at}.actions`, say, '操作')
  }
}

const shapeOf = (raw: unknown) => (isSetting(raw) ? settingShape : isPage(raw) ? pageShape : resourceShape)

const checkOne = (file: string, raw: unknown, ground: Ground): FileProblem[] => {
  const shape = checkShape(raw, shapeOf(raw), '')
  if (shape.length > 0) return shape.map((problem) => ({ file, ...problem }))
  const found: FileProblem[] = []
  const say: Say = (id, at, message, hint) => found.push({ file, id, at, message, ...(hint ? { hint } : {}) })
  if (isSetting(raw)) {
    checkRow(raw.form, 'form', { calls: ground.calls, mayHaveKeys: true, outer: {} }, say)
    checkSetting(raw, say)
    for (const [index, { resource }] of (raw.lists ?? []).entries())
      isKnown(resource, ground.names, `lists[${index}].resource`, say, '资源')
    return found
  }
  if (isPage(raw)) {
    checkPage(raw, ground, say)
    return found
  }
  checkStates(raw as Resource, say)
  const resource = withLife(raw as Resource)
  if (resource.path && resource.access === undefined) say('R118', 'access', '有页面的资源须写 access：权限键，或 null 表示不限')
  checkColumns(resource, ground, say)
  checkAskedWords(resource, say)
  checkNumbered(resource, say)
  checkMerging(resource, say)
  checkParts(resource, ground.resources, say)
  checkFollows(resource, ground.resources, say)
  checkChoices(resource, say)
  checkFiles(resource, say)
  checkNames(resource, say)
  checkActions(resource, say)
  checkBeginnings(resource, ground, say)
  checkPrints(resource, say)
  checkPrintTables(resource, ground.resources, say)
  checkAges(resource, say)
  checkValues(resource, say)
  checkStrips(resource, say)
  checkFacts(resource, say)
  checkRelated(resource, ground.names, ground.resources, say)
  checkChart(resource, ground.names, ground.resources, say)
  checkPlots(resource, ground.names, ground.resources, say)
  checkCalendar(resource, say)
  checkBelonging(resource, say)
  for (const [name, form] of Object.entries(resource.dialogs ?? {})) {
    found.push(...checkForm(form, `dialogs.${name}`, ground.calls).map((problem) => ({ file, ...problem })))
  }
  return found
}

const twice = (seen: readonly { file: string; value: string; at: string }[]): FileProblem[] =>
  seen.flatMap(({ file, value, at }, index) => {
    const first = seen.findIndex((other) => other.value === value)
    return first < index ? [{ file, id: 'R119', at, message: `'${value}' 已被 ${seen[first]?.file} 使用` }] : []
  })

/** Names whose exports would carry the same message type. */
const sameType = (named: readonly { file: string; value: string }[]): FileProblem[] => {
  const types = named.map(({ value }) => exportTypeOf(value))
  return named.flatMap(({ file, value }, index) => {
    const first = named.find((other, place) => place < index && types[place] === types[index] && other.value !== value)
    return first
      ? [{ file, id: 'R121', at: 'name', message: `'${value}' 与 '${first.value}'（${first.file}）的导出类型号相同，请换一个名称` }]
      : []
  })
}

/** Prints whose numbers would begin alike; within one declaration checkPrints says so. */
const sameLetters = (files: readonly (readonly [string, unknown])[]): FileProblem[] => {
  const seen = new Map<string, string>()
  return files.flatMap(([file, raw]) => {
    const prints = isPlainObject(raw) && isPlainObject(raw.prints) ? Object.entries(raw.prints) : []
    return prints.flatMap(([name, print]): FileProblem[] => {
      const letters = isPlainObject(print) && typeof print.letters === 'string' && !print.retired ? print.letters : null
      if (letters === null) return []
      const first = seen.get(letters) ?? file
      seen.set(letters, first)
      return first === file
        ? []
        : [{ file, id: 'R165', at: `prints.${name}.letters`, message: `编号字头 '${letters}' 已被 ${first} 使用，请换一个` }]
    })
  })
}

const lives = new WeakMap<object, Resource | null>()

/** Gives a declaration with its life, or null where its shape is wrong; what files declare is looked at once, not for each page that is checked beside them. */
const wholeOf = (raw: Resource): Resource | null => {
  const known = lives.get(raw)
  if (known !== undefined) return known
  const made = checkShape(raw, resourceShape, '').length === 0 ? withLife(raw) : null
  lives.set(raw, made)
  return made
}

/** Gives what declarations are checked against; one of a wrong shape has a name and nothing else. */
export const groundOf = (declarations: Iterable<unknown>, screens: readonly string[] | null): Ground => {
  const named = [...declarations].flatMap((raw) =>
    isPlainObject(raw) && typeof raw.name === 'string' && isPlainObject(raw.columns)
      ? [[raw.name, raw as unknown as Resource] as const]
      : [],
  )
  const resources = new Map(
    named.flatMap(([name, raw]): [string, Resource][] => {
      const whole = wholeOf(raw)
      return whole ? [[name, whole]] : []
    }),
  )
  return { names: [...new Set(named.map(([name]) => name))], resources, calls: listCallsOf(resources.values()), screens }
}

/**
 * Checks every declaration against the meta-schema and against the others, and gives ALL mistakes at once: file, place, what was
 * found, what is allowed, the nearest right word. Start-up prints them and stops; `npm run check` fails on them. `only` asks for those of
 * one declaration among the others; `screens` says which screens a page can name.
 */
export const checkResources = (
  files: Readonly<Record<string, unknown>>,
  only?: string,
  screens: readonly string[] | null = null,
): FileProblem[] => {
  const entries = Object.entries(files)
  const worded = (word: 'name' | 'path') =>
    entries.flatMap(([file, raw]) => {
      const value = isPlainObject(raw) ? raw[word] : undefined
      return typeof value === 'string' ? [{ file, value, at: word }] : []
    })
  const [named, routed] = [worded('name'), worded('path')]
  const ground = groundOf(Object.values(files), screens)
  const asked = only === undefined ? entries : entries.filter(([file]) => file === only)
  const found = [
    ...asked.flatMap(([file, raw]) => checkOne(file, raw, ground)),
    ...twice(named),
    ...twice(routed),
    ...sameType(named),
    ...sameLetters(entries),
  ]
  return only === undefined ? found : found.filter(({ file }) => file === only)
}

/**
 * True for a mistake with which a screen goes on working, but for what is wrong itself: one that was published before a rule came must not
 * vanish by it. It is refused when it is published anew.
 */
export const isBearable = ({ id, at }: Problem): boolean =>
  ['R140', 'R141', 'R142', 'R166'].includes(id) || (id === 'R110' && at.includes('.x-'))

/** Gives one mistake as a line for the terminal. */
export const problemLine = ({ id, file, line, at, message, hint }: FileProblem): string =>
  `${id} ${file}${line ? `:${line}` : ''} › ${at}：${message}${hint ? `（${hint}）` : ''}（docs/rules.md）`
