import type { Action } from '../../core/action.ts'
import type { FormSchema } from '../../core/form.ts'
import type { Column, Resource } from '../../core/resource.ts'
import { firstOf } from '../../core/states.ts'
import { designKinds } from './kinds.ts'

type Words = Readonly<Record<string, unknown>>

/** What the words of a field are called where the designer asks for them. */
const FIELD_WORDS: Readonly<Record<string, string>> = {
  is: '类型',
  of: '选项',
  required: '必填',
  filter: '筛选',
  sort: '可排序',
  total: '列表下合计',
  unique: '不得重复',
  list: '在列表中',
  export: '导出',
  max: '最大',
  min: '最小',
  scale: '小数位',
  unit: '单位',
  help: '填写说明',
  default: '缺省值',
  tones: '颜色',
  width: '列宽',
  fixed: '由系统记录',
  numbered: '自动编号',
  only: '在新增、编辑中填写',
  section: '小节标题',
  when: '什么时候才填',
}

const ACTION_WORDS: Readonly<Record<string, string>> = {
  on: '可以对多条一起做',
  can: '接口',
  from: '从哪些状态',
  to: '变为',
  when: '需要的状态',
  set: '改为的状态',
  confirm: '确认的话',
  done: '完成后的提示',
  tone: '有害（红色）',
  opens: '要填的字段',
}

const PRINT_WORDS: Readonly<Record<string, string>> = {
  letters: '编号字头',
  title: '抬头',
  paper: '纸张',
  landscape: '横向',
  retired: '停用',
}

const STATE_WORDS: Readonly<Record<string, string>> = { tone: '颜色', ends: '到此为止', retired: '停用' }

const SCREEN_WORDS: Readonly<Record<string, string>> = {
  label: '页面名称',
  access: '权限键',
  menu: '菜单',
  title: '以哪一列称呼记录',
  sort: '默认排序',
  scope: '只看得到自己项目的记录',
  lookup: '可在别的页面里选它的记录',
  area: '操作日志归在',
  empty: '没有记录时显示',
  unique: '不得重复的组合',
  has: '详情里的列表',
  tellApart: '同名的区分',
  facts: '先显示的列',
  retires: '停用与启用记录',
  calls: '接口',
  import: '导入',
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** A word's value as it is read: what is there or not as 是 and 否, choices by their texts. */
const read = (value: unknown): string => {
  if (value === undefined || value === false || value === null) return '否'
  if (value === true) return '是'
  if (typeof value !== 'object') return String(value)
  return Object.values(value).map(read).join('、')
}

const kindLabel = (is: unknown): string => designKinds.find((kind) => kind.is === (is ?? 'text'))?.label ?? String(is)

const changedWords = (names: Readonly<Record<string, string>>, before: Words, after: Words): string[] =>
  Object.entries(names).flatMap(([word, called]) => {
    if (same(before[word], after[word])) return []
    return word === 'is'
      ? [`${called}：${kindLabel(before.is)} → ${kindLabel(after.is)}`]
      : [`${called}：${read(before[word])} → ${read(after[word])}`]
  })

/** What a part that both versions have says otherwise: its name first, then its words. */
const changedPart = (what: string, names: Readonly<Record<string, string>>, before: Words, after: Words): string[] => [
  ...(before.label === after.label ? [] : [`${what}“${before.label}”改称“${after.label}”`]),
  ...changedWords(names, before, after).map((change) => `${what}“${after.label}”：${change}`),
]

const fieldChanges = (before: Resource, after: Resource): string[] => {
  const seen = new Set<string>()
  const found = Object.entries(after.columns as Record<string, Column>).flatMap(([name, column]) => {
    const then = [name, ...(column.was ?? []).toReversed()].find((each) => each in before.columns && !seen.has(each))
    const earlier = then === undefined ? undefined : (before.columns[then] as Column)
    if (then === undefined || !earlier) return [`加了字段“${column.label}”`]
    seen.add(then)
    return [
      ...(then === name ? [] : [`字段“${column.label}”的代码从 ${then} 改为 ${name}`]),
      ...(earlier.retired === column.retired ? [] : [column.retired ? `停用了字段“${column.label}”` : `启用了字段“${column.label}”`]),
      ...changedPart('字段', FIELD_WORDS, earlier as unknown as Words, column as unknown as Words),
      ...(before.form?.includes(then) === after.form?.includes(name)
        ? []
        : [after.form?.includes(name) ? `字段“${column.label}”可在新增、编辑中填写` : `字段“${column.label}”不再在新增、编辑中填写`]),
    ]
  })
  const gone = Object.entries(before.columns as Record<string, Column>).filter(([name]) => !seen.has(name))
  return [...found, ...gone.map(([, column]) => `去掉了字段“${column.label}”`)]
}

/** An action with its states by what they are called. */
const sayingStates = ({ states }: Resource, action: Action): Words => {
  const called = (names: string | readonly string[]): string[] => [names].flat().map((name) => states?.of[name]?.label ?? name)
  const { from, to, ...words } = action
  return { ...words, ...(from === undefined ? {} : { from: called(from) }), ...(to === undefined ? {} : { to: called(to) }) }
}

const firstLabel = ({ states }: Resource): string | undefined =>
  states
    ? firstOf(states)
        .map((name) => states.of[name]?.label)
        .join('、')
    : undefined

const stateChanges = (before: Resource, after: Resource): string[] => {
  const [then, now] = [before.states?.of ?? {}, after.states?.of ?? {}]
  return [
    ...Object.entries(now).flatMap(([name, state]) => {
      const earlier = then[name]
      return earlier
        ? changedPart('状态', STATE_WORDS, earlier as unknown as Words, state as unknown as Words)
        : [`加了状态“${state.label}”`]
    }),
    ...Object.entries(then).flatMap(([name, state]) => (name in now ? [] : [`去掉了状态“${state.label}”`])),
    ...changedWords({ first: '新记录的状态' }, { first: firstLabel(before) }, { first: firstLabel(after) }),
  ]
}

const actionChanges = (before: Resource, after: Resource): string[] => {
  const [then, now] = [before, after].map((one) => (one.actions ?? {}) as Record<string, Action>) as [
    Record<string, Action>,
    Record<string, Action>,
  ]
  return [
    ...Object.entries(now).flatMap(([name, action]) => {
      const earlier = then[name]
      return earlier
        ? changedPart('操作', ACTION_WORDS, sayingStates(before, earlier), sayingStates(after, action))
        : [`加了操作“${action.label}”`]
    }),
    ...Object.entries(then).flatMap(([name, action]) => (name in now ? [] : [`去掉了操作“${action.label}”`])),
  ]
}

const printChanges = (before: Resource, after: Resource): string[] => {
  const [then, now] = [before.prints ?? {}, after.prints ?? {}]
  return [
    ...Object.entries(now).flatMap(([name, print]) => {
      const earlier = then[name]
      if (!earlier) return [`加了打印“${print.label}”`]
      return [
        ...changedPart('打印', PRINT_WORDS, earlier as unknown as Words, print as unknown as Words),
        ...(earlier.text === print.text ? [] : [`改了打印“${print.label}”的正文`]),
      ]
    }),
    ...Object.entries(then).flatMap(([name, print]) => (name in now ? [] : [`去掉了打印“${print.label}”`])),
  ]
}

const dialogChanges = (before: Resource, after: Resource): string[] => {
  const earlier = (before.dialogs ?? {}) as Record<string, FormSchema>
  return Object.entries((after.dialogs ?? {}) as Record<string, FormSchema>).flatMap(([name, form]) =>
    earlier[name] && !same(earlier[name], form) ? [`改了对话框“${form.title}”`] : [],
  )
}

const orderOf = ({ columns }: Resource, names: ReadonlySet<string>): string[] => Object.keys(columns).filter((name) => names.has(name))

const orderChanges = (before: Resource, after: Resource): string[] => {
  const both = new Set(Object.keys(before.columns).filter((name) => name in after.columns))
  return same(orderOf(before, both), orderOf(after, both)) ? [] : ['换了字段的次序']
}

/** Gives what a version says otherwise than the one before it, a line for each, for people to read; all of the first is new. */
export const differencesOf = (before: Resource | null, after: Resource): string[] => {
  if (!before) return ['第一版']
  const found = [
    ...changedWords(SCREEN_WORDS, before as unknown as Words, after as unknown as Words).map((change) => `页面：${change}`),
    ...fieldChanges(before, after),
    ...orderChanges(before, after),
    ...stateChanges(before, after),
    ...actionChanges(before, after),
    ...printChanges(before, after),
    ...dialogChanges(before, after),
  ]
  return found.length > 0 ? found : ['没有改动']
}
