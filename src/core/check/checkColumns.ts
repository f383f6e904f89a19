import { approvalNames } from '../approval.ts'
import { isTextKind, type Kind, kinds } from '../kinds.ts'
import { columnsIn } from '../prints.ts'
import { type Resource, type Totalled, totalNames } from '../resource.ts'
import { checkCounted } from './checkFacts.ts'
import { checkRow, type ListCalls } from './checkForms.ts'
import { isKnown, type Say } from './say.ts'
import { isPlainObject } from './shape.ts'

/** What the values of one column say is named by the numbers of another. */
const checkNumberOf = (
  resource: Resource,
  name: string,
  { by, of }: NonNullable<Resource['columns'][string]['names']>,
  known: readonly string[],
  say: Say,
): void => {
  const at = `columns.${name}.names`
  isKnown(by, Object.keys(resource.columns), `${at}.by`, say, '列')
  const [column, choice] = [resource.columns[name], resource.columns[by]]
  if (column?.is !== 'int' || column.derived || column.via) say('R145', at, "names 只能写在存着的 is: 'int' 的列上")
  if (choice && choice.is !== 'enum') say('R145', `${at}.by`, `列 '${by}' 不是选项，说不出编号是哪个资源的`)
  for (const [value, target] of Object.entries(of)) {
    isKnown(target, known, `${at}.of`, say, '资源')
    if (choice?.is === 'enum' && !(value in choice.of)) say('R145', `${at}.of`, `列 '${by}' 没有选项 ${value}`)
  }
}

/** Which record a column names is said by others of the row. */
const checkLeads = ({ columns }: Resource, name: string, leads: NonNullable<Resource['columns'][string]['leads']>, say: Say): void => {
  const needed: [string, string, Kind][] =
    'key' in leads
      ? [
          ['.resource', leads.resource, 'resource'],
          ['.key', leads.key, 'int'],
        ]
      : leads.map((other, place) => [`[${place}]`, other, 'ref'])
  for (const [word, other, is] of needed) {
    const at = `columns.${name}.leads${word}`
    if (isKnown(other, Object.keys(columns), at, say, '列') && columns[other]?.is !== is) say('R146', at, `列 '${other}' 须是 is: '${is}'`)
  }
}

/** What is summed is an amount of the list's own, and by what it is counted are columns of choices. */
const checkTotal = (resource: Resource, name: string, say: Say): void => {
  const column = resource.columns[name] as { is?: Kind; via?: string; total?: true | Totalled }
  const at = `columns.${name}.total`
  if (column.is !== 'fen' || column.via) say('R147', at, "total 只能写在 is: 'fen' 的列上，经引用读取的（via）除外：只有金额有合计")
  if ('sums' in resource.columns) say('R147', at, "有合计的列表不能有列 'sums'：接口的参数已用了这个名称")
  if (column.total === true || column.total === undefined) return
  const { by, except = {} } = column.total
  for (const [other, inside, values] of [
    ...(by ? [[by, 'by', []] as const] : []),
    ...Object.entries(except).map(([other, values]) => [other, 'except', [values ?? []].flat()] as const),
  ]) {
    isKnown(other, Object.keys(resource.columns), `${at}.${inside}`, say, '列')
    const choice = resource.columns[other]
    if (!choice) continue
    if (choice.is !== 'enum' || (choice.via && inside === 'by')) say('R147', `${at}.${inside}`, `列 '${other}' 不是选项，合计不能按它分`)
    else for (const value of values) if (!(value in choice.of)) say('R147', `${at}.${inside}.${other}`, `列 '${other}' 没有选项 ${value}`)
  }
}

/** What a column may say of itself: its kind, what it names, whence it comes. `names` are those of all resources. */
export const checkColumns = (resource: Resource, { names, calls }: { names: readonly string[]; calls: ListCalls }, say: Say): void => {
  for (const [name, column] of Object.entries(resource.columns)) {
    const at = `columns.${name}`
    const is: Kind = column.is ?? 'text'
    if ((is === 'enum' || is === 'enums') && !isPlainObject((column as { of?: unknown }).of))
      say('R111', `${at}.of`, `is: '${is}' 须写 of: { 1: '…' }`)
    if (is === 'texts' && !('tree' in column)) say('R125', `${at}.tree`, "is: 'texts' 须写 tree：选项从哪个接口来")
    if (is === 'ref' || is === 'refs') {
      const target = (column as { of?: unknown }).of
      if (typeof target !== 'string') say('R111', `${at}.of`, `is: '${is}' 须写 of: '资源名'`)
      else isKnown(target, names, `${at}.of`, say, '资源')
    }
    if (
      'serves' in column &&
      !((column as { of?: unknown }).of === 'account' && is === 'ref' && resource.scope && !column.via && !column.derived)
    )
      say('R239', `${at}.serves`, "serves 只能写在自己存着的、引用账号（of: 'account'）的列上，资源须写明 scope")
    if ((column.filter || column.sort) && column.via) say('R112', at, '经引用读取的列（via）不能筛选或排序：它没有自己的索引')
    if (column.filter && kinds[is].match === null) say('R113', `${at}.filter`, `is: '${is}' 的列不能筛选`)
    if (column.derived === 'counted') checkCounted(resource, name, column, say)
    if (column.derived === true && !resource.view) say('R114', `${at}.derived`, '派生列须在资源上写明 view')
    if (column.kept && (column.derived || column.via || !column.fixed))
      say('R150', `${at}.kept`, 'kept 的列由数据库维护：须同时写 fixed，不能再写 derived 或 via')
    if (column.reads) {
      const from = column.reads.split('.')[0] ?? ''
      isKnown(from, Object.keys(resource.columns), `${at}.reads`, say, '列')
      if (resource.columns[from] && resource.columns[from]?.is !== 'card')
        say('R139', `${at}.reads`, `列 '${from}' 不是身份证号，读不出性别与年龄`)
      if (column.filter || column.sort) say('R139', at, '读取时才得出的列（reads）不能筛选或排序：数据库里没有它')
    }
    if ('checks' in column && !(isTextKind(is) && !column.via && !column.derived))
      say('R186', `${at}.checks`, 'checks 只能写在自己存着的文字列上')
    if ('happened' in column && !(is === 'date' || is === 'datetime')) say('R238', `${at}.happened`, 'happened 只能写在日期、时间的列上')
    if ('total' in column) checkTotal(resource, name, say)
    if (column.names) checkNumberOf(resource, name, column.names, names, say)
    if (column.leads) checkLeads(resource, name, column.leads, say)
    if (column.is === 'rows' && isPlainObject(column.of)) checkRow(column.of, `${at}.of`, { calls, mayHaveKeys: false, outer: {} }, say)
    if (column.via) isKnown(column.via.split('.')[0] ?? '', Object.keys(resource.columns), `${at}.via`, say, '列')
  }
}

/**
 * Former names name nothing else, and nothing is named, ordered or found by a column that is retired. In `form` it keeps its place and is
 * not drawn, so that taking the word away brings it back as it was.
 */
export const checkAges = (resource: Resource, say: Say): void => {
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
    ['calendar', resource.calendar?.during ?? []],
    ['facts', (resource.facts ?? []).map(({ column }) => column)],
    ['states.column', [resource.states?.column]],
    ['unique', (resource.unique ?? []).flat()],
    ...columns.map(([name, column]): [string, string[]] => [`columns.${name}.when`, column.retired ? [] : Object.keys(column.when ?? {})]),
    ...columns.map(([name, column]): [string, string[]] => [`columns.${name}.total`, column.retired ? [] : totalNames(column)]),
    ...actions.map(([name, action]): [string, string[]] => [
      `actions.${name}`,
      [...Object.keys({ ...action.when, ...action.set }), ...approvalNames(action.approves)],
    ]),
    ...Object.entries(resource.prints ?? {}).map(([name, { text, retired }]): [string, string[]] => [
      `prints.${name}.text`,
      retired ? [] : columnsIn(text, resource.name),
    ]),
  ]
  for (const [name, column] of columns) {
    if (!column.retired) continue
    for (const [at, names] of uses) if (names.includes(name)) say('R133', at, `列 '${name}' 已停用（retired），这里不能再用它`)
  }
}
