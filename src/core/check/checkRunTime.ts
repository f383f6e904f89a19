import type { Field, FormSchema, RowSchema } from '../form.ts'
import { kindFacts } from '../kinds.ts'
import { withStates } from '../life.ts'
import { nearest } from '../nearest.ts'
import { columnsIn } from '../prints.ts'
import { type Column, type Resource, standardCalls } from '../resource.ts'
import { checkKept } from './checkActions.ts'
import { checkPrinting, ownPrints } from './checkPrints.ts'
import { checkThrough } from './checkThrough.ts'
import { mostOf } from './fits.ts'
import type { Say } from './say.ts'
import { checkShape, isPlainObject, type Problem, type Shape } from './shape.ts'

/** What a declaration made at run time meets: names that are taken, and resources that anyone may choose from. */
export interface RunTimeGround {
  /** Names of tables, views and calls that are not screens made at run time. */
  taken: ReadonlySet<string>
  /** Resources that a reference may name, each with the calls that give its rows to choose from. */
  choices: ReadonlyMap<string, readonly string[]>
  /** The columns of a resource that a reference may name. */
  columnsOf(target: string): Readonly<Record<string, Column>>
  /** What the numbers of the code's own prints begin with. */
  letters: ReadonlySet<string>
  /** Whether the engine that judges what people type takes a pattern. */
  isPattern(pattern: string): boolean
}

/** One declaration: enough for a screen of many fields, and read in a moment. */
export const MAX_DECLARATION = 200_000
const MAX_COLUMNS = 80
const MAX_ACTIONS = 20
const MAX_STATES = 30
const MAX_PRINTS = 10
/** Levels of a declaration. */
export const MAX_DEPTH = 12
/** With the words that indexes add they stay within what PostgreSQL takes as a name. */
const NAME: Shape = { is: 'text', pattern: /^[a-z][a-z0-9_]{1,19}$/, like: '小写字母开头的 2–20 个字母、数字、下划线' }
const COLUMN: Shape = { is: 'text', pattern: /^[a-z][a-z0-9_]{0,27}$/, like: '小写字母开头、至多 28 个字母、数字、下划线' }

/** What the protocol, the store and the language themselves call so. */
export const COLUMN_TAKEN: ReadonlySet<string> = new Set(
  'token,sign,stime,request_id,file,page,page_rows,order,ids,version,columns,format,created_by,retired,constructor,ctid,xmin,xmax,cmin,cmax,tableoid,oid'.split(
    ',',
  ),
)
/** What the store writes by itself, and a screen may show. */
const KEPT = new Set(['created_at', 'updated_at'])
/** Words that reach into the code or past the screen's own rows. */
const CODE_WORDS = [
  'foresees',
  'view',
  'stored',
  'reckoned',
  'past',
  'domain',
  'log',
  'copied',
  'own',
  'calendar',
  'draws',
  'chart',
  'plots',
  'happens',
  'merges',
] as const
/** Of the states of records: what the database is told beside them, and what only code reads or does. */
const CODE_STATES = ['sets', 'moves', 'requires', 'unique', 'excludes', 'indexes'] as const
const CODE_KINDS: ReadonlySet<string> = new Set(['texts', 'resource', 'changes', 'rows'])

const depthOf = (value: unknown, limit: number): number =>
  limit === 0 || typeof value !== 'object' || value === null
    ? 0
    : 1 + Math.max(0, ...Object.values(value).map((inner) => depthOf(inner, limit - 1)))

/** Whether a value has more levels than these: looks no deeper. */
export const isDeeperThan = (value: unknown, levels: number): boolean => depthOf(value, levels + 1) > levels

/** A pattern's own length counts for each letter of what it is held to. */
const MAX_PATTERN = 200

const checkColumn = (name: string, column: Column, resource: Resource, ground: RunTimeGround, say: Say): void => {
  const at = `columns.${name}`
  for (const former of [name, ...(column.was ?? [])])
    if (COLUMN_TAKEN.has(former))
      say('R203', at, `'${former}' 是系统使用的名称，请换一个`, `例如 '${resource.name}_${former}'`.slice(0, 60))
  if (KEPT.has(name) && !(column.is === 'datetime' && column.fixed))
    say('R203', at, `'${name}' 由系统记录，须写 is: 'datetime', fixed: true`)
  for (const wrong of checkShape(name, COLUMN, at)) say(wrong.id, wrong.at, wrong.message)
  if (CODE_KINDS.has(column.is ?? 'text')) say('R204', `${at}.is`, `is: '${column.is}' 只能写在代码的声明里`)
  if (column.derived || column.kept || column.reads || column.names || 'serves' in column || 'follows' in column)
    say('R204', at, 'derived、kept、reads、names、serves 与 follows 只能写在代码的声明里')
  if (column.via && !column.retired) checkThrough(name, column, resource, ground.columnsOf, say)
  if (column.is === 'ref' || column.is === 'refs')
    if (!ground.choices.has(column.of) && column.of !== resource.name) {
      const near = nearest(column.of, [...ground.choices.keys()])
      say(
        'R205',
        `${at}.of`,
        `不能引用 '${column.of}'，可引用：${[...ground.choices.keys()].sort().join(', ')}`,
        near && `是否想写 '${near}'？`,
      )
    }
}

const checkField = (field: Field, at: string, ground: RunTimeGround, own: string, say: Say): void => {
  const calls = [
    field['x-lookup']?.call,
    field['x-lookup']?.within?.call,
    field['x-suggest']?.call,
    field['x-code']?.call,
    field['x-tree']?.call,
    field['x-initial']?.call,
  ].flatMap((call) => (call === undefined ? [] : typeof call === 'string' ? [call] : Object.values(call.of)))
  const open = new Set([...[...ground.choices.values()].flat(), `/api/${own}/index`, `/api/${own}/choose`])
  for (const call of calls) if (!open.has(call)) say('R206', at, `对话框不能使用接口 ${call}`, `可用：${[...open].sort().join(', ')}`)
  if ('pattern' in field && field.pattern) {
    if (field.pattern.length > MAX_PATTERN) say('R207', `${at}.pattern`, `正则表达式最多 ${MAX_PATTERN} 个字`)
    else if (!ground.isPattern(field.pattern))
      say('R207', `${at}.pattern`, `'${field.pattern.slice(0, 60)}' 不是正则表达式，或用了反向引用、断言：它们不能保证很快算完`)
  }
  if (field.type === 'array' && 'properties' in field.items) checkFields(field.items, `${at}.items`, ground, own, say)
}

const checkFields = (form: RowSchema | FormSchema, at: string, ground: RunTimeGround, own: string, say: Say): void => {
  for (const [name, field] of Object.entries(form.properties)) checkField(field, `${at}.properties.${name}`, ground, own, say)
}

/** What a dialog asks is kept in columns of its fields' names, so that each says what its column can take. */
const checkDialog = (name: string, form: FormSchema, resource: Resource, say: Say): void => {
  for (const [field, spec] of Object.entries(form.properties)) {
    const at = `dialogs.${name}.properties.${field}`
    const column = resource.columns[field]
    if (!column) continue
    if (column.is === 'date' && !('format' in spec && spec.format === 'date')) say('R209', `${at}.format`, "日期字段须写 format: 'date'")
    else if (column.is === 'enum' && !('oneOf' in spec)) say('R209', `${at}.oneOf`, '选项字段须写 oneOf')
    else if (
      spec.type === 'integer' &&
      !('oneOf' in spec) &&
      !(Number(spec.maximum) <= mostOf(column) && Number(spec.minimum) >= -mostOf(column))
    )
      say('R209', `${at}.maximum`, `整数字段须写 minimum 与 maximum，绝对值不超过 ${mostOf(column)}`)
  }
}

/** True for a column that the system writes, so that nobody is asked for it: the key, what is `fixed`, and the times of a record. */
export const isSystemColumn = (resource: Resource, name: string): boolean =>
  name === resource.key ||
  KEPT.has(name) ||
  resource.columns[name]?.fixed === true ||
  resource.columns[name]?.numbered !== undefined ||
  resource.states?.column === name

/** An action asks for nothing that would not come to be: neither what the system writes nor what it sets itself. */
const checkAsked = (resource: Resource, say: Say): void => {
  for (const action of Object.values(resource.actions ?? {})) {
    const asked = Object.keys((resource.dialogs as Record<string, FormSchema> | undefined)?.[action.opens ?? '']?.properties ?? {})
    for (const name of asked) {
      const at = `dialogs.${action.opens}.properties.${name}`
      if (name in (action.set ?? {})) say('R214', at, `操作“${action.label}”自己改 '${name}'，不能再让人填`)
      else if (isSystemColumn(resource, name)) say('R214', at, `'${name}' 由系统记录，操作“${action.label}”不能让人填`)
    }
  }
}

/** The last words of the calls that a screen has by itself: an action by one of these names would take its place. */
export const ownCalls = ({ retires }: Resource): string[] => [...standardCalls, ...(retires ? ['retire', 'restore'] : [])]

const checkActions = (resource: Resource, say: Say): void => {
  const prefix = `/api/${resource.name}/`
  const actions = Object.entries(resource.actions ?? {})
  for (const [index, [name, action]] of actions.entries()) {
    const at = `actions.${name}`
    const others = actions.slice(0, index)
    if (!action.can.startsWith(prefix)) say('R208', `${at}.can`, `操作的接口须以 ${prefix} 开头，不能使用别处的接口 ${action.can}`)
    else if (ownCalls(resource).includes(action.can.slice(prefix.length)) || others.some(([, other]) => other.can === action.can))
      say('R208', `${at}.can`, `接口 ${action.can} 已有别的用处，请换一个`)
    if (!action.set && action.to === undefined && !action.prints)
      say('R209', at, '操作须写 to：变为哪个状态，set：改哪些字段为什么值，或 prints：打印什么')
    if (action.enters || action.everywhere || action.leads || action.asks || action.resumes || action.saves || action.begins)
      say('R204', at, 'enters、everywhere、leads、asks、resumes、saves、begins 只能写在代码的声明里')
  }
}

/** A paper is the same for whoever prints it, so it says nothing that some of them may not read. */
const checkPapers = (resource: Resource, { letters }: RunTimeGround, say: Say): void => {
  const prints = Object.entries(resource.prints ?? {})
  if (prints.length > MAX_PRINTS) say('R210', 'prints', `打印至多 ${MAX_PRINTS} 种`)
  for (const [name, print] of prints) {
    if (letters.has(print.letters)) say('R165', `prints.${name}.letters`, `编号字头 '${print.letters}' 已被系统使用，请换一个`)
    for (const column of print.retired ? [] : columnsIn(print.text, resource.name))
      if (resource.columns[column]?.via) say('R164', `prints.${name}.text`, `列 '${column}' 经引用读取，能打印的人不都看得到，不能打印`)
  }
  checkPrinting(resource, ownPrints(resource), say)
}

/** No code answers here: a life is its states and the actions between them, and what their dialogs ask goes into columns. */
const checkLife = (resource: Resource, say: Say): void => {
  const { states, form } = resource
  if (!states) return
  for (const word of CODE_STATES) if (states[word] !== undefined) say('R204', `states.${word}`, `'${word}' 只能写在代码的声明里`)
  if (Array.isArray(states.first)) say('R204', 'states.first', '新记录在这里只能从一个状态开始')
  if (form?.includes(states.column)) say('R214', 'form', `'${states.column}' 由操作改变，不在新增、编辑里填`)
  if (Object.keys(states.of).length > MAX_STATES) say('R210', 'states.of', `状态至多 ${MAX_STATES} 个`)
  const opened = Object.values(resource.actions ?? {}).flatMap(({ to, opens }) => (to !== undefined && opens ? [opens] : []))
  const dialogs = (resource.dialogs ?? {}) as Readonly<Record<string, FormSchema>>
  for (const name of new Set(opened)) if (dialogs[name]) checkKept(name, dialogs[name], withStates(resource), say)
}

/**
 * Gives what a declaration may not say because it is made at run time, apart from what `checkResources` finds in every one: reserved
 * names, other people's tables and calls, patterns that could keep a node busy, sizes (issue 5; ids R201–R215).
 */
export const checkRunTime = (raw: unknown, ground: RunTimeGround): Problem[] => {
  const found: Problem[] = []
  const say: Say = (id, at, message, hint) => found.push({ id, at, message, ...(hint ? { hint } : {}) })
  const resource = raw as Resource
  if (isDeeperThan(raw, MAX_DEPTH)) return [{ id: 'R210', at: '', message: `层数过多，至多 ${MAX_DEPTH} 层` }]
  if (!isPlainObject(resource.columns)) return [{ id: 'R204', at: '', message: '在这里只能声明列表页面，其他页面写在代码里' }]
  for (const wrong of checkShape(resource.name, NAME, 'name')) say(wrong.id, wrong.at, wrong.message)
  if (ground.taken.has(resource.name) || resource.name.startsWith('pg_'))
    say('R201', 'name', `名称 '${resource.name}' 已被系统使用，请换一个`)
  if (resource.path !== `/screens/${resource.name}`) say('R202', 'path', `页面地址须为 '/screens/${resource.name}'`)
  for (const word of CODE_WORDS) if (resource[word] !== undefined) say('R204', word, `'${word}' 只能写在代码的声明里`)
  if (resource.lookup !== undefined && resource.lookup !== true) say('R204', 'lookup', 'lookup 只能写 true')
  for (const [call, path] of Object.entries(resource.calls ?? {}))
    if (path !== false) say('R208', `calls.${call}`, '接口的地址由名称得出，这里只能写 false')
  if (resource.columns[resource.key]?.is !== 'int') say('R211', 'key', `主键 '${resource.key}' 须是 is: 'int' 的列，由系统编号`)
  if (resource.form?.includes(resource.key)) say('R211', 'form', '主键由系统编号，不在对话框里填')
  if (resource.title && kindFacts[resource.columns[resource.title]?.is ?? 'text'].empty)
    say('R211', 'title', '标题须是能读的一列，不能是列表或图片')
  const project = resource.scope ? resource.columns[resource.scope] : undefined
  if (project && !(project.is === 'ref' && project.of === 'project'))
    say('R211', 'scope', "scope 须是引用项目的列：is: 'ref', of: 'project'")
  if (Object.keys(resource.columns).length > MAX_COLUMNS) say('R210', 'columns', `字段至多 ${MAX_COLUMNS} 个`)
  if (Object.keys(resource.actions ?? {}).length > MAX_ACTIONS) say('R210', 'actions', `操作至多 ${MAX_ACTIONS} 个`)
  for (const [name, column] of Object.entries(resource.columns)) checkColumn(name, column, resource, ground, say)
  for (const [name, form] of Object.entries(resource.dialogs ?? {})) {
    checkFields(form, `dialogs.${name}`, ground, resource.name, say)
    if (form['x-preview']) say('R204', `dialogs.${name}.x-preview`, 'x-preview 只能写在代码的声明里')
    checkDialog(name, form, resource, say)
  }
  checkActions(resource, say)
  checkPapers(resource, ground, say)
  checkLife(resource, say)
  checkAsked(resource, say)
  return found
}
